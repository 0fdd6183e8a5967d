import { lazy, memo, Suspense, useCallback, useState } from 'react';
import type { AssembledContext } from '../../../../shared/model/assembled-context.ts';
import { useSample } from '../../../stores/budget/use-budget.ts';
import { pinRun, usePinnedRun } from '../runs/pinned-run.ts';
import { CallTree } from './CallTree.tsx';
import { DroppedList } from './DroppedList.tsx';
import { TraceNotices } from './TraceNotices.tsx';
import styles from './TracePanel.module.css';
import { noFilter, TraceToolbar } from './TraceToolbar.tsx';
import { useTrace } from './use-trace.ts';

const RunComparisonPanel = lazy(() =>
  import('../runs/RunComparisonPanel.tsx').then(({ RunComparisonPanel: panel }) => ({ default: panel })),
);

/** Every memory call, what was dropped and why, and what else to know; searched, pinned, compared, copied. */
export const TracePanel = memo(function TracePanel({ result }: { readonly result: AssembledContext }) {
  const [filter, setFilter] = useState(noFilter);
  const clearFilter = useCallback(() => setFilter(noFilter), []);
  const sampleName = useSample()?.name ?? 'current run';
  const pinned = usePinnedRun(state => state.pinned);
  const { calls, dropped, ruleNames, facts, markdown, json } = useTrace(result, filter);
  return (
    <div className={styles.panel}>
      <TraceToolbar
        filter={filter}
        isPinned={pinned !== undefined}
        json={json}
        markdown={markdown}
        onFilter={setFilter}
        onPin={() => pinRun({ sampleName, result })}
      />
      {pinned ? (
        <Suspense fallback={null}>
          <RunComparisonPanel current={result} currentName={sampleName} pinned={pinned} />
        </Suspense>
      ) : null}
      <CallTree
        calls={calls}
        filtered={result.trace.memory_calls.length > 0}
        missing={result.trace.missing_variables}
        onClearFilter={clearFilter}
        ruleNames={ruleNames}
      />
      <DroppedList dropped={dropped} facts={facts} />
      <TraceNotices
        missing_variables={result.trace.missing_variables}
        shadowed_variables={result.trace.shadowed_variables}
        warnings={result.trace.warnings}
      />
    </div>
  );
});
