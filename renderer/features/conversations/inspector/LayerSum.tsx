import { StackedBar } from '../../../ui/Bar.tsx';
import { formatCount } from '../../../ui/format-number.ts';
import { layerLooks } from '../layer-looks.ts';
import { type LayerRow, totalGiven } from '../logic/layer-rows.ts';
import styles from './LayerSum.module.css';

interface LayerSumProps {
  readonly rows: readonly LayerRow[];
  readonly total: number;
  /** Counted on everything that is sent. */
  readonly used: number;
}

/** All layers side by side against the budget, and what was given beside what the final text takes. */
export function LayerSum({ rows, total, used }: LayerSumProps) {
  const given = totalGiven(rows);
  const parts = rows.map(({ name, layer }) => ({
    id: name,
    label: `${layerLooks[name].label}, ${formatCount(layer.allocated)} tokens`,
    amount: layer.allocated,
    color: layerLooks[name].color,
  }));
  return (
    <div className={styles.sum}>
      <StackedBar label={`${formatCount(given)} tokens given`} parts={parts} total={total} />
      <p className={styles.text} data-over={given > total}>
        {formatCount(given)} of {formatCount(total)} given · {formatCount(used)} used in the final text
      </p>
    </div>
  );
}
