import { ChevronRight, DatabaseZap } from 'lucide-react';
import { formatCount, formatCounted } from '../../../ui/format-number.ts';
import { summaryName } from '../logic/plan-words.ts';
import { type ShownRow, summaryText } from '../logic/shown-rows.ts';
import { StateSign } from './StateSign.tsx';
import styles from './SummaryCard.module.css';

/** A summary with what it stands for and what that saves; opens to the messages that it replaced. */
export function SummaryCard({ row }: { readonly row: Extract<ShownRow, { kind: 'summary' }> }) {
  const { summary, told, before, isOpen } = row;
  return (
    <div className={styles.card}>
      <StateSign as="summarised" />
      <div className={styles.body}>
        <div className={styles.head}>
          <strong>{summaryName(summary.level)}</strong>
          <span className={styles.range}>
            messages {formatCount(summary.from + 1)}–{formatCount(summary.to + 1)}
          </span>
          {summary.cached ? (
            <span
              className={styles.range}
              title="Made before and kept; made anew when one of its messages is edited"
            >
              <DatabaseZap aria-hidden size={12} /> kept
            </span>
          ) : null}
          <span className={styles.tokens} title="Tokens of what it replaced, and its own">
            {formatCount(before)} → {formatCount(summary.tokens)}
          </span>
        </div>
        <p className={styles.text} data-open={isOpen}>
          {summaryText(summary)}
        </p>
        <span className={styles.more}>
          <ChevronRight aria-hidden data-open={isOpen} size={13} />
          {isOpen ? 'Hide' : 'Show'} the {formatCounted(told, 'message')} it replaced
        </span>
      </div>
    </div>
  );
}
