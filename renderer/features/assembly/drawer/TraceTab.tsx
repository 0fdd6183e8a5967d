import { memo, useDeferredValue } from 'react';
import type { AssembledContext } from '../../../../shared/model/assembled-context.ts';
import { selectLiveRun, useLiveRun } from '../../../stores/live-run.ts';
import { LiveTraceWhenNeeded } from '../trace/LiveTraceWhenNeeded.tsx';
import { StageWaterfall } from '../trace/StageWaterfall.tsx';
import { TracePanel } from '../trace/TracePanel.tsx';
import { PreviewGate } from '../view/PreviewGate.tsx';
import styles from './TraceTab.module.css';

/** The drawer's trace: while an assembly takes its time, how far it is; then stages at the left, memory calls and dropped items at the right. */
export function TraceTab() {
  const run = useLiveRun(selectLiveRun);
  return (
    <PreviewGate>
      {result => (run ? <LiveTraceWhenNeeded run={run} /> : <Trace result={result} />)}
    </PreviewGate>
  );
}

/** A long trace takes longer to draw than a key to type: it gives way to typing and follows in the next pause. */
const Trace = memo(function Trace({ result }: { readonly result: AssembledContext }) {
  const shown = useDeferredValue(result);
  return (
    <div className={styles.tab}>
      <div className={styles.stages}>
        <StageWaterfall stages={shown.trace.stages} />
      </div>
      <div className={styles.calls}>
        <TracePanel result={shown} />
      </div>
    </div>
  );
});
