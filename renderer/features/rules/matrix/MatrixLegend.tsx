import { GitCompareArrows } from 'lucide-react';
import { formatCount, formatCounted } from '../../../ui/format-number.ts';
import styles from './Matrix.module.css';
import { cellLooks } from './MatrixCell.tsx';
import { useFlippedCells } from './use-matrix.ts';

interface MatrixLegendProps {
  readonly engineId: string;
  readonly rules: number;
  readonly samples: number;
}

const outcomes = ['fired', 'failed', 'missing', 'error', 'muted'] as const;

/** What the signs mean, and how much there is of what. */
export function MatrixLegend({ engineId, rules, samples }: MatrixLegendProps) {
  const flipped = useFlippedCells(engineId);
  return (
    <div className={styles.legend}>
      <span>
        <b>{formatCounted(rules, 'rule')}</b> in <b>{formatCounted(samples, 'sample')}</b>
      </span>
      {outcomes.map(outcome => (
        <span className={styles.sign} key={outcome}>
          <span aria-hidden className={styles[`${outcome}Sign`]}>
            {cellLooks[outcome].sign}
          </span>
          {cellLooks[outcome].word}
        </span>
      ))}
      <span className={styles.sign} role="status">
        <GitCompareArrows aria-hidden className={flipped > 0 ? styles.flippedSign : undefined} size={13} />
        {flipped === 0 ? 'as saved' : `${formatCount(flipped)} not as saved`}
      </span>
    </div>
  );
}
