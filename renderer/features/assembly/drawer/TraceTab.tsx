import { StageWaterfall } from '../trace/StageWaterfall.tsx';
import { TracePanel } from '../trace/TracePanel.tsx';
import { PreviewGate } from '../view/PreviewGate.tsx';
import styles from './TraceTab.module.css';

/** The drawer's trace: stages at the left, memory calls and dropped items at the right. */
export function TraceTab() {
  return (
    <PreviewGate>
      {result => (
        <div className={styles.tab}>
          <div className={styles.stages}>
            <StageWaterfall stages={result.trace.stages} />
          </div>
          <div className={styles.calls}>
            <TracePanel result={result} />
          </div>
        </div>
      )}
    </PreviewGate>
  );
}
