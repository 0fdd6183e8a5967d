import { Check, CircleSlash, GitCompareArrows, Minus } from 'lucide-react';
import { formatCount, formatCounted } from '../../../ui/format-number.ts';
import styles from './Matrix.module.css';
import { useFlippedCells } from './use-matrix.ts';

interface MatrixLegendProps {
  readonly engineId: string;
  readonly rules: number;
  readonly samples: number;
}

/** What the signs mean, and how much there is of what. */
export function MatrixLegend({ engineId, rules, samples }: MatrixLegendProps) {
  const flipped = useFlippedCells(engineId);
  return (
    <div className={styles.legend}>
      <span>
        <b>{formatCounted(rules, 'rule')}</b> in <b>{formatCounted(samples, 'sample')}</b>
      </span>
      <span className={styles.sign}>
        <Check aria-hidden className={styles.firedSign} size={13} /> fires
      </span>
      <span className={styles.sign}>
        <Minus aria-hidden size={13} /> does not fire
      </span>
      <span className={styles.sign}>
        <CircleSlash aria-hidden size={13} /> muted
      </span>
      <span className={styles.sign} role="status">
        <GitCompareArrows aria-hidden className={flipped > 0 ? styles.flippedSign : undefined} size={13} />
        {flipped === 0 ? 'as saved' : `${formatCount(flipped)} not as saved`}
      </span>
    </div>
  );
}
