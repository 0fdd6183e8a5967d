import { formatCount } from '../../../ui/format-number.ts';
import { Switch } from '../../../ui/Switch.tsx';
import type { ShownAs, ShownCounts } from '../logic/shown-rows.ts';
import styles from './ShownLegend.module.css';
import { StateSign } from './StateSign.tsx';
import { shownLooks } from './shown-looks.ts';

interface ShownLegendProps {
  readonly counts: ShownCounts;
  readonly showsAll: boolean;
  readonly onShowAll: (all: boolean) => void;
}

const order: readonly ShownAs[] = ['whole', 'key', 'summarised', 'dropped'];

/** How many messages went which way, in the colours of the list. */
export function ShownLegend({ counts, showsAll, onShowAll }: ShownLegendProps) {
  const hidden = counts.summarised + counts.dropped;
  return (
    <div className={styles.legend}>
      <ul aria-label="Messages by what became of them" className={styles.counts}>
        {order.map(as => (
          <li className={styles.count} key={as} title={shownLooks[as].tip}>
            <StateSign as={as} />
            <strong>{formatCount(counts[as])}</strong> {shownLooks[as].label}
          </li>
        ))}
      </ul>
      {hidden === 0 ? null : <Switch label="Every message" on={showsAll} onChange={onShowAll} />}
    </div>
  );
}
