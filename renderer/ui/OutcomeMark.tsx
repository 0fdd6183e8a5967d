import { classNames } from './class-names.ts';
import styles from './OutcomeMark.module.css';
import { type Outcome, outcomeLooks } from './outcome.ts';

interface OutcomeMarkProps {
  readonly outcome: Outcome;
  /**
   * `mark`: icon on a soft disc. `sign`: a letter on it. `word`: letter and word, one text that changes in place while somebody types. `dot`: a small dot beside a value that
   * says it already.
   */
  readonly look?: 'mark' | 'sign' | 'word' | 'dot';
  /** Replaces the word, e.g. the actual value. */
  readonly children?: string;
}

/** How a rule or condition ended: icon, word and colour. The word is always there for screen readers. */
export function OutcomeMark({ outcome, look = 'mark', children }: OutcomeMarkProps) {
  const { word, icon: Icon, sign } = outcomeLooks[outcome];
  const className = classNames(styles.base, styles[look], look === 'sign' && styles.mark, styles[outcome]);
  if (look === 'word') {
    return (
      <span className={className}>
        <span aria-hidden className={styles.letter}>
          {sign}
        </span>
        <span className={classNames(styles.text, children !== undefined && styles.value)}>
          {children ?? word}
        </span>
        {children === undefined ? null : <span className={styles.hidden}> ({word})</span>}
      </span>
    );
  }
  return (
    <span aria-label={children ?? word} className={className} role="img" title={children ?? word}>
      {look === 'mark' ? <Icon aria-hidden size={14} strokeWidth={2} /> : null}
      {look === 'sign' ? sign : null}
    </span>
  );
}
