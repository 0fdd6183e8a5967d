import { AppWindow, CircleAlert, CircleCheck, CircleDot, RadioTower } from 'lucide-react';
import { isJsonObject } from '../../../shared/model/json.ts';
import { type DocumentsState, useDocuments } from '../../stores/documents.ts';
import type { Panel } from '../../stores/panels.ts';
import { useProblemCount } from '../../stores/problems.ts';
import { type ProjectState, useProject } from '../../stores/project.ts';
import { useSettled } from '../../stores/use-settled.ts';
import { setWorkspace, useWorkspace, type Workspace } from '../../stores/workspace.ts';
import { PanelToggles } from './PanelToggles.tsx';
import styles from './StatusBar.module.css';

const selectUnsaved = (state: DocumentsState) => state.unsaved.length;
const selectShell = (state: ProjectState) => state.info?.shell;
const selectSampleId = (state: Workspace) => state.sampleId;

/** What holds for the whole project, in one quiet line. */
export function StatusBar({ panels }: { readonly panels: readonly Panel[] }) {
  const problems = useProblemCount();
  const unsaved = useSettled(useDocuments, selectUnsaved);
  return (
    <footer className={styles.bar} data-region="Status bar">
      <span className={styles.item} role="status">
        {unsaved === 0 ? <CircleCheck aria-hidden size={13} /> : <CircleDot aria-hidden size={13} />}
        {unsaved === 0 ? 'Saved' : `${unsaved} unsaved`}
      </span>
      <button className={styles.button} onClick={() => setWorkspace({ view: 'problems' })} type="button">
        <CircleAlert aria-hidden size={13} />
        {problems === 1 ? '1 problem' : `${problems} problems`}
      </button>
      <span className={styles.space} />
      <Estimator />
      <ServedFrom />
      <span className={styles.panels}>
        <PanelToggles panels={panels} />
      </span>
    </footer>
  );
}

/** How the current sample's tokens are counted. */
function Estimator() {
  const sampleId = useWorkspace(selectSampleId);
  const sample = useDocuments(state =>
    sampleId === undefined ? undefined : state.working.samples[sampleId],
  );
  if (!sample) return null;
  const constraints = sample.request.constraints;
  const estimator = isJsonObject(constraints) ? (constraints.estimator ?? 'chars4') : 'chars4';
  return (
    <span className={styles.item} title="How tokens are counted in the current sample">
      {estimator === 'chars4' ? 'chars / 4 estimate' : String(estimator)}
    </span>
  );
}

function ServedFrom() {
  const shell = useProject(selectShell);
  const isWindow = shell === 'window';
  return (
    <span className={styles.item}>
      {isWindow ? <AppWindow aria-hidden size={13} /> : <RadioTower aria-hidden size={13} />}
      {isWindow ? 'Window' : `Serving on ${window.location.host}`}
    </span>
  );
}
