import styles from './Bar.module.css';
import { classNames } from './class-names.ts';

interface BarProps {
  readonly label: string;
  /** Start and length as shares of the whole, 0..1. */
  readonly start?: number;
  readonly length: number;
  readonly tone?: 'accent' | 'fired' | 'missing' | 'error' | 'neutral';
}

/** A share of a whole: a score, a time span on a waterfall. */
export function Bar({ label, start, length, tone = 'accent' }: BarProps) {
  return (
    <span aria-label={label} className={styles.track} role="img" title={label}>
      {/* On a waterfall even nothing has its place; elsewhere nothing is nothing. */}
      {length === 0 && start === undefined ? null : (
        <span
          className={classNames(styles.fill, styles[tone])}
          style={{ left: percent(start ?? 0), width: percent(Math.min(length, 1 - (start ?? 0))) }}
        />
      )}
    </span>
  );
}

export interface BarPart {
  readonly id: string;
  /** Name and amount in words, e.g. "Knowledge, 1,180 tokens". */
  readonly label: string;
  readonly amount: number;
  /** A colour token, e.g. `sectionLooks.knowledge.color`. */
  readonly color: string;
}

interface StackedBarProps {
  readonly label: string;
  readonly parts: readonly BarPart[];
  /** What the full width stands for, e.g. the token limit. */
  readonly total: number;
}

/** Parts of a whole side by side, e.g. tokens by section against the limit. */
export function StackedBar({ label, parts, total }: StackedBarProps) {
  const whole = Math.max(
    total,
    parts.reduce((sum, part) => sum + part.amount, 0),
    1,
  );
  const shown = parts.filter(part => part.amount > 0);
  return (
    <span
      aria-label={`${label}: ${shown.map(part => part.label).join('; ')}`}
      className={classNames(styles.track, styles.stacked)}
      role="img"
    >
      {shown.map(part => (
        <span
          className={styles.part}
          key={part.id}
          style={{ background: part.color, width: percent(part.amount / whole) }}
          title={part.label}
        />
      ))}
    </span>
  );
}

function percent(share: number): string {
  return `${Math.max(0, Math.min(1, share)) * 100}%`;
}
