import { Unplug } from 'lucide-react';
import { type ComponentType, useEffect, useState } from 'react';
import { escapeInvisibleLine } from '../shared/model/escape-invisible.ts';
import type { View } from '../shared/model/studio-views.ts';
import styles from './App.module.css';
import { useProblemCommands } from './features/problems/use-problem-commands.ts';
import { Drawer } from './features/shell/Drawer.tsx';
import { InterruptionBanner } from './features/shell/InterruptionBanner.tsx';
import { useShellCommands } from './features/shell/use-shell-commands.ts';
import { Workbench } from './features/shell/Workbench.tsx';
import { followAnalysis } from './stores/analysis.ts';
import { useFinding } from './stores/dialogs.ts';
import { type DocumentsState, selectHasUnsaved, useDocuments } from './stores/documents.ts';
import { type Keeping, useKeeping } from './stores/drafts.ts';
import { followEvaluations } from './stores/evaluations.ts';
import { type Interruptions, useInterruptions } from './stores/interruptions.ts';
import { followLeaving } from './stores/leave-page.ts';
import { followPreview, usePreview } from './stores/preview.ts';
import { useBrokenFile, useIsBreaking } from './stores/problems.ts';
import {
  type ProjectState,
  refreshOpen,
  selectIsTrusted,
  selectName,
  selectPath,
  useProject,
} from './stores/project.ts';
import { showError } from './stores/toasts.ts';
import { useSettled } from './stores/use-settled.ts';
import { selectSampleId, setSample, useWorkspace, type Workspace } from './stores/workspace.ts';
import { t } from './texts/texts.ts';
import { EmptyState } from './ui/EmptyState.tsx';
import { ErrorBoundary } from './ui/ErrorBoundary.tsx';
import { InsteadOfPart } from './ui/lazy-part.ts';
import {
  BudgetTab,
  ChangesTab,
  ContextTab,
  ContractBanner,
  DamageBanner,
  FindBar,
  ProblemsTab,
  RunningWork,
  TestsTab,
  Tour,
  TraceTab,
  TrustBanner,
  viewParts,
} from './views.ts';

/** The project does nothing yet, or something in it that changed outside. */
const selectHasUntrusted = (state: ProjectState) =>
  !selectIsTrusted(state) || (state.info?.changed_since_trust?.length ?? 0) > 0;
const selectIsDamaged = (state: ProjectState) => state.info?.unseen_damage !== undefined;
/** Where rules, and what they add, are edited. */
const bannerViews: ReadonlySet<View> = new Set(['rules', 'memories', 'samples']);
const selectIsTouring = ({ tour }: Workspace) => tour?.isShown === true;
const selectView = (state: Workspace) => state.view;
const selectIsFinding = ({ asked }: { readonly asked: number }) => asked > 0;

/** The studio with an open project: the parts of the chosen view in the frame of the shell. */
export function Studio() {
  const view = useWorkspace(selectView);
  // What is asked or half typed of a project is none of another's.
  const place = `${useProject(selectPath)} ${view}`;
  const isFinding = useFinding(selectIsFinding);
  const isDamaged = useProject(selectIsDamaged);
  const isBreaking = useIsBreaking();
  const isInterrupted = useIsInterrupted();
  const hasUntrusted = useProject(selectHasUntrusted);
  const isTouring = useWorkspace(selectIsTouring);
  const { Editor, List, Inspector, hasDrawer } = viewParts[view];
  return (
    <>
      {/* First, so that they hear of an edit first: the worker evaluates while the page is drawn. */}
      <Followers />
      <Workbench
        status={<AfterFirstView Content={RunningWork} />}
        views={viewParts}
        notices={
          <>
            {/* It is here from the beginning: once the server is gone nothing can be loaded that says so. */}
            {isInterrupted ? <InterruptionBanner /> : null}
            {hasUntrusted ? <Part Content={TrustBanner} name={t('The question of trust')} /> : null}
            {isDamaged && view !== 'settings' ? <Part Content={DamageBanner} name={t('The damage')} /> : null}
          </>
        }
        editor={
          <div className={styles.view}>
            {isTouring ? <Tour /> : null}
            {isFinding ? <Part Content={FindBar} name={t('Find in this view')} /> : null}
            <Part Content={Editor} isLarge key={place} name={t('This view')} />
            {isBreaking && bannerViews.has(view) ? (
              <Part Content={ContractBanner} name={t('The contracts')} />
            ) : null}
          </div>
        }
        {...(List && { list: <Part Content={List} key={place} name={t('The list')} /> })}
        {...(Inspector && { inspector: <Part Content={Inspector} key={place} name={t('The inspector')} /> })}
        {...(hasDrawer && { drawer: <DrawerOfView /> })}
      />
    </>
  );
}

/** So late, the first view is there, and so early, somebody is there to fetch from. */
const latestMs = 3000;
const signs = ['keydown', 'pointermove', 'pointerdown', 'dragenter', 'hashchange'] as const;

/** Does something once, when the user first stirs, and soon in any case: nothing holds the first view up. Returns how to call it off. */
function afterFirstView(act: () => void): () => void {
  const stop = () => {
    clearTimeout(timer);
    for (const sign of signs) window.removeEventListener(sign, begin, true);
  };
  const begin = () => {
    stop();
    act();
  };
  const timer = setTimeout(begin, latestMs);
  for (const sign of signs) window.addEventListener(sign, begin, true);
  return stop;
}

/** A part that holds the first view up as little. */
export function AfterFirstView({ Content }: { readonly Content: ComponentType }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => afterFirstView(() => setDue(true)), []);
  return isDue ? <Content /> : null;
}

/** What goes on beside what is shown. It draws nothing, so that news of it redraw nothing either. */
function Followers() {
  const isTrusted = useProject(selectIsTrusted);
  useShellCommands();
  useProblemCommands();
  useDocumentTitle();
  useKeptSample();
  useRefreshOnFocus();
  useEffect(followLeaving, []);
  // What is not trusted is shown and does nothing; results of the project before are not its own.
  useEffect(() => {
    if (!isTrusted) usePreview.setState(usePreview.getInitialState(), true);
  }, [isTrusted]);
  useWhile(isTrusted, followEvaluations);
  useWhile(isTrusted, followAnalysis);
  useWhile(isTrusted, followPreview);
  return null;
}

/** Whoever comes back from an editor or from git sees what it changed, without being asked to reload. */
function useRefreshOnFocus(): void {
  useEffect(() => {
    const refresh = () => {
      refreshOpen().catch(showError);
    };
    window.addEventListener('focus', refresh);
    return () => window.removeEventListener('focus', refresh);
  }, []);
}

const selectIsHindered = ({ lost, failedSave, editedElsewhere }: Interruptions) =>
  lost !== undefined || failedSave !== undefined || editedElsewhere.length > 0;
const selectLost = (state: Interruptions) => state.lost;
const selectHasOutside = (state: DocumentsState) => state.outside.length > 0;
const selectIsAtRisk = ({ place, left }: Keeping) => place === 'nowhere' || left.length > 0;

function useIsInterrupted(): boolean {
  const isHindered = useInterruptions(selectIsHindered);
  const hasOutside = useDocuments(selectHasOutside);
  const isAtRisk = useKeeping(selectIsAtRisk);
  return isHindered || hasOutside || isAtRisk;
}

function useWhile(condition: boolean, follow: () => () => void): void {
  useEffect(() => (condition ? follow() : undefined), [condition, follow]);
}

interface PartProps {
  readonly name: string;
  readonly Content: ComponentType;
  /** Says so while it cannot be loaded: one place of a page is enough. */
  readonly isLarge?: boolean;
}

/** One part on its own: it loads by itself and fails by itself. */
function Part({ name, Content, isLarge = false }: PartProps) {
  const lost = useInterruptions(selectLost);
  return (
    <ErrorBoundary again={lost} name={name}>
      <InsteadOfPart value={isLarge ? <NotYet /> : null}>
        <Content />
      </InsteadOfPart>
    </ErrorBoundary>
  );
}

/** Why is said once, by the banner. */
const NotYet = () => <EmptyState icon={Unplug} title={t('Comes when Weft answers again')} />;

function DrawerOfView() {
  return (
    <Drawer
      tabs={{
        trace: <Part Content={TraceTab} name={t('The trace')} />,
        context: <Part Content={ContextTab} name={t('The context')} />,
        budget: <Part Content={BudgetTab} name={t('The budget')} />,
        changes: <Part Content={ChangesTab} name={t('What the edit changes')} />,
        problems: <Part Content={ProblemsTab} name={t('The list of problems')} />,
        tests: <Part Content={TestsTab} name={t('Tests')} />,
      }}
    />
  );
}

/** Project and unsaved work in the title of window and tab. */
function useDocumentTitle(): void {
  // A new title costs the browser milliseconds; it follows what was typed.
  const isUnsaved = useSettled(useDocuments, selectHasUnsaved);
  const name = useProject(selectName);
  useEffect(() => {
    document.title = [
      isUnsaved ? '• ' : '',
      name === undefined ? '' : `${escapeInvisibleLine(name)} – `,
      'Weft',
    ].join('');
  }, [isUnsaved, name]);
  useEffect(
    () => () => {
      document.title = 'Weft';
    },
    [],
  );
}

const selectFirstId = (state: DocumentsState) => Object.keys(state.working.samples)[0];

/** Keeps a sample chosen while there is one, since everything live is computed for it. */
export function useKeptSample(): void {
  const firstId = useDocuments(selectFirstId);
  const sampleId = useWorkspace(selectSampleId);
  const exists = useDocuments(
    state => sampleId !== undefined && Object.hasOwn(state.working.samples, sampleId),
  );
  // Nobody is led to another one without a word because a file breaks.
  const isBroken = useBrokenFile('samples', sampleId) !== undefined;
  useEffect(() => {
    if (!exists && !isBroken && firstId !== undefined) setSample(firstId);
  }, [exists, isBroken, firstId]);
}
