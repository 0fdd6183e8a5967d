import {
  AppWindow,
  CircleAlert,
  CircleCheck,
  CircleDot,
  Headphones,
  type LucideIcon,
  PanelBottom,
  PanelLeft,
  PanelRight,
  RadioTower,
  Unplug,
  X,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { isJsonObject } from '../../../shared/model/json.ts';
import { useAnalysis } from '../../stores/analysis.ts';
import { selectUnsavedCount, useDocuments } from '../../stores/documents.ts';
import { type Keeping, useKeeping } from '../../stores/drafts.ts';
import { type Interruptions, useInterruptions } from '../../stores/interruptions.ts';
import { isPanelOpen, type Panel, setPanelOpen } from '../../stores/panels.ts';
import { useProblemCount } from '../../stores/problems.ts';
import { selectShell, useProject } from '../../stores/project.ts';
import { endSolo, useSoloRule } from '../../stores/solo.ts';
import { useCurrentSample } from '../../stores/use-current-sample.ts';
import { useSettled } from '../../stores/use-settled.ts';
import { showProblems, useWorkspace } from '../../stores/workspace.ts';
import { t } from '../../texts/texts.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './StatusBar.module.css';

const selectPlace = (state: Keeping) => state.place;
const selectFailed = (state: Interruptions) => state.failedSave;
const selectLost = (state: Interruptions) => state.lost;

interface StatusBarProps {
  readonly panels: readonly Panel[];
  /** What comes after the first view. */
  readonly late: ReactNode;
}

/** What holds for the whole project, in one quiet line. */
export function StatusBar({ panels, late }: StatusBarProps) {
  const problems = useProblemCount();
  const isJudged = useAnalysis(state => state.isJudged);
  return (
    <footer className={styles.bar} data-region="Status bar">
      <SavedState />
      <button className={styles.button} onClick={showProblems} type="button">
        <CircleAlert aria-hidden size={13} />
        {isJudged || problems > 0
          ? t('{count} {problems|problem|problems}', { count: problems, problems })
          : t('Nothing is judged yet')}
      </button>
      <SoloState />
      {late}
      <span className={styles.space} />
      <Estimator />
      <ServedFrom />
      <span className={styles.panels}>
        {panels.map(panel => (
          <PanelToggle key={panel} panel={panel} />
        ))}
      </span>
    </footer>
  );
}

const placeWords = {
  server: t('Unsaved work comes back after a restart'),
  browser: t('Unsaved work is kept in this browser until Weft has it'),
  nowhere: t('Unsaved work is in this page only'),
} as const satisfies Record<Keeping['place'], string>;

const keptWords = {
  server: '',
  browser: t(', kept in this browser'),
  nowhere: t(', in this page only'),
} as const satisfies Record<Keeping['place'], string>;

/** What is saved, and what becomes of what is not. */
function SavedState() {
  const unsaved = useSettled(useDocuments, selectUnsavedCount);
  const place = useKeeping(selectPlace);
  const failed = useInterruptions(selectFailed);
  if (unsaved === 0)
    return (
      <span className={styles.item} role="status">
        <CircleCheck aria-hidden size={13} />
        {t('Saved')}
      </span>
    );
  return (
    <span className={styles.item} role="status" title={placeWords[place]}>
      <CircleDot aria-hidden size={13} />
      {t('{unsaved} unsaved{failed}{place}', {
        unsaved,
        failed:
          failed === undefined
            ? ''
            : t(', {count} of them could not be saved', { count: failed.documents.length }),
        place: keptWords[place],
      })}
    </span>
  );
}

/** That one rule is heard alone, and the way back. */
function SoloState() {
  const rule = useSoloRule();
  if (!rule) return null;
  return (
    <button
      className={classNames(styles.button, styles.solo)}
      onClick={endSolo}
      title={t('Every other rule is muted, for what you see here only. Press to hear all again.')}
      type="button"
    >
      <Headphones aria-hidden size={13} />
      <span className={styles.name}>{t('Only “{name}” is heard', { name: rule.name || rule.id })}</span>
      <X aria-hidden size={13} />
    </button>
  );
}

/** How the current sample's tokens are counted. */
function Estimator() {
  const sample = useCurrentSample();
  if (!sample) return null;
  const constraints = sample.request.constraints;
  const estimator = isJsonObject(constraints) ? (constraints.estimator ?? 'chars4') : 'chars4';
  return (
    <span className={styles.item} title={t('How tokens are counted in the current sample')}>
      {estimator === 'chars4' ? t('chars / 4 estimate') : String(estimator)}
    </span>
  );
}

function ServedFrom() {
  const shell = useProject(selectShell);
  const lost = useInterruptions(selectLost);
  if (lost !== undefined)
    return (
      <span className={classNames(styles.item, styles.lost)} role="status">
        <Unplug aria-hidden size={13} />
        {lost.kind === 'gone' ? t('Not connected') : t('Not signed in')}
      </span>
    );
  const isWindow = shell === 'window';
  const From = isWindow ? AppWindow : RadioTower;
  return (
    <span className={styles.item}>
      <From aria-hidden size={13} />
      {isWindow ? t('Window') : t('Serving on {host}', { host: window.location.host })}
    </span>
  );
}

interface PanelLook {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly keys: string;
}

const panelLooks = {
  list: { icon: PanelLeft, name: t('List'), keys: 'Mod+B' },
  drawer: { icon: PanelBottom, name: t('Drawer'), keys: 'Mod+`' },
  inspector: { icon: PanelRight, name: t('Inspector'), keys: 'Mod+Alt+B' },
} as const satisfies Readonly<Record<Panel, PanelLook>>;

/** Opens and closes a panel that the view has. */
function PanelToggle({ panel }: { readonly panel: Panel }) {
  const isOpen = useWorkspace(state => isPanelOpen(state, panel));
  return (
    <IconButton
      {...panelLooks[panel]}
      onPress={() => setPanelOpen(panel, !isOpen)}
      pressed={isOpen}
      size="s"
    />
  );
}
