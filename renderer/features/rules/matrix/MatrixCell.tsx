// biome-ignore-all lint/a11y/useSemanticElements: drawn by parts, a grid cannot be a table; its roles say what they are.
import { memo } from 'react';
import { t } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { cellId, cellMargin, cellSize } from './geometry.ts';
import styles from './Matrix.module.css';

/** Signs are letters: hundreds of drawings, each with a scale of its own, take long to paint. */
export const cellLooks = {
  fired: { word: t('fires'), sign: '✓' },
  failed: { word: t('does not fire'), sign: '–' },
  missing: { word: t('a variable is missing'), sign: '?' },
  error: { word: t('a condition is an error'), sign: '!' },
  muted: { word: t('muted'), sign: '⊘' },
} as const;

interface MatrixCellProps {
  readonly row: number;
  readonly column: number;
  readonly sample: string;
  readonly outcome: keyof typeof cellLooks;
  /** What it was as saved, where that is otherwise. */
  readonly before: 'fired' | 'failed' | undefined;
  readonly isCurrent: boolean;
  readonly isActive: boolean;
  /** True for the first that is drawn of a row: the room of those before it stands before it. */
  readonly isFirst: boolean;
}

/** One rule in one sample: sign and colour, framed where it differs from what is saved. */
export const MatrixCell = memo(function MatrixCell(props: MatrixCellProps) {
  const { row, column, sample, outcome, before, isCurrent, isActive, isFirst } = props;
  const { word, sign } = cellLooks[outcome];
  const words = `${sample}: ${word}${before === undefined ? '' : before === 'fired' ? t(', as saved it fires') : t(', as saved it does not')}`;
  return (
    <div
      aria-colindex={column + 2}
      aria-label={words}
      aria-selected={isCurrent}
      className={classNames(
        styles.cell,
        styles[outcome],
        before !== undefined && styles.flipped,
        isCurrent && styles.current,
        isActive && styles.active,
      )}
      data-column={column}
      data-row={row}
      id={cellId(row, column)}
      role="gridcell"
      {...(isFirst && { style: { marginLeft: column * cellSize + cellMargin } })}
      tabIndex={-1}
      title={words}
    >
      {sign}
    </div>
  );
});
