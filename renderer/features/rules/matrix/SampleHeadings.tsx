// biome-ignore-all lint/a11y/useSemanticElements: drawn by parts, a grid cannot be a table; its roles say what they are.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid itself has the focus and names its active cell.
import { memo } from 'react';
import { setSample } from '../../../stores/workspace.ts';
import { classNames } from '../../../ui/class-names.ts';
import type { Range } from '../../../ui/visible-range.ts';
import type { NamedSample } from '../use-named-samples.ts';
import { cellSize, nameWidth } from './geometry.ts';
import styles from './Matrix.module.css';

interface SampleHeadingsProps {
  readonly samples: readonly NamedSample[];
  readonly columns: Range;
  readonly current: number;
}

/** Names of the samples over their columns; a press selects one. */
export const SampleHeadings = memo(function SampleHeadings({
  samples,
  columns,
  current,
}: SampleHeadingsProps) {
  return (
    <div
      aria-rowindex={1}
      className={styles.head}
      role="row"
      style={{ width: nameWidth + samples.length * cellSize }}
    >
      <div className={styles.corner} role="columnheader">
        Rules, by priority
      </div>
      {samples.slice(columns.from, columns.to).map(({ id, name }, index) => {
        const column = columns.from + index;
        return (
          <div
            aria-colindex={column + 2}
            className={classNames(styles.sampleName, column === current && styles.currentName)}
            key={id}
            role="columnheader"
            style={{ left: nameWidth + column * cellSize }}
          >
            <button
              {...(column === current && { 'aria-current': true })}
              onClick={() => setSample(id)}
              tabIndex={-1}
              title={name}
              type="button"
            >
              {name}
            </button>
          </div>
        );
      })}
    </div>
  );
});
