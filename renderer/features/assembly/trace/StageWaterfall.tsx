import type { Trace } from '../../../../shared/model/assembled-context.ts';
import { t, told } from '../../../texts/texts.ts';
import { Bar } from '../../../ui/Bar.tsx';
import { formatMs } from '../../../ui/format-number.ts';
import styles from './StageWaterfall.module.css';
import { waterfallBars } from './waterfall.ts';

/** The seven stages on one time axis: what each took, and when. */
export function StageWaterfall({ stages }: { readonly stages: Trace['stages'] }) {
  const bars = waterfallBars(stages);
  return (
    <ul aria-label={t('Stages')} className={styles.stages}>
      {stages.map((stage, index) => (
        <li className={styles.stage} key={stage.name}>
          <span className={styles.name}>{told(stage.name)}</span>
          <Bar
            label={t('starts at {started_ms}, takes {duration_ms}', {
              started_ms: formatMs(stage.started_ms),
              duration_ms: formatMs(stage.duration_ms),
            })}
            length={bars[index]?.length ?? 0}
            start={bars[index]?.start ?? 0}
          />
          <span className={styles.time}>{formatMs(stage.duration_ms)}</span>
        </li>
      ))}
    </ul>
  );
}
