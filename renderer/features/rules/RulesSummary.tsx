import { type PreviewState, usePreview } from '../../stores/preview.ts';
import { useAssemblySummary } from '../../stores/summary.ts';
import { setWorkspace, useWorkspace, type Workspace } from '../../stores/workspace.ts';
import { formatCount } from '../../ui/format-number.ts';
import styles from './RulesSummary.module.css';

const selectIsFailed = (state: PreviewState) => state.status === 'failed';
const selectError = (state: PreviewState) => state.error?.message;
const selectSample = (state: Workspace) => state.sampleId;

/** The answer first: how many rules fired, what they brought, what it costs and what was cut. */
export function RulesSummary({ engineId }: { readonly engineId: string }) {
  const summary = useAssemblySummary(engineId);
  const isFailed = usePreview(selectIsFailed);
  const error = usePreview(selectError);
  const sampleId = useWorkspace(selectSample);
  if (sampleId === undefined) return <span className={styles.summary}>Pick a sample to see what fires</span>;
  if (isFailed)
    return (
      <span className={styles.error} title={error}>
        The sample cannot be assembled
      </span>
    );
  if (!summary) return null;
  const { fired, rules, memories, tokens, limit, cut } = summary;
  return (
    <button className={styles.summary} onClick={showTrace} title="Show the trace" type="button">
      <span>
        <b>
          {fired} of {rules}
        </b>{' '}
        rules fired
      </span>
      <span className={styles.memories}>
        <b>{memories}</b> {memories === 1 ? 'memory' : 'memories'}
      </span>
      <span>
        <b>{formatCount(tokens)}</b> {limit === undefined ? 'tokens' : `of ${formatCount(limit)} tokens`}
      </span>
      <span className={cut > 0 ? styles.cut : undefined}>
        <b>{cut}</b> {cut === 1 ? 'item cut' : 'items cut'}
      </span>
    </button>
  );
}

function showTrace(): void {
  setWorkspace({ drawerOpen: true, drawerTab: 'trace' });
}
