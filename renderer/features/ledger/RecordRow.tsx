import type { ReactNode } from 'react';
import styles from './RecordRow.module.css';
import { type RecordKind, recordLooks } from './record-looks.ts';

interface RecordRowProps {
  readonly kind: RecordKind;
  readonly summary: string;
  /** Beside the word for the kind: who, where. */
  readonly facts?: readonly string[];
  /** At the right end, in one or two lines. */
  readonly end?: ReactNode;
  readonly muted?: boolean;
}

/** A record in a list: what kind, what it says, and what the list is about at the right end. */
export function RecordRow({ kind, summary, facts = [], end, muted = false }: RecordRowProps) {
  const { label, icon: Icon } = recordLooks[kind];
  const told = facts.filter(fact => fact !== '');
  return (
    <div className={styles.row} data-kind={kind} data-muted={muted}>
      <Icon aria-hidden className={styles.icon ?? ''} size={16} strokeWidth={1.75} />
      <span className={styles.texts}>
        <span className={styles.summary} dir="auto" title={summary}>
          {summary}
        </span>
        <span className={styles.facts}>
          <span className={styles.kind}>{label}</span>
          {told.map(fact => (
            <span className={styles.fact} key={fact} title={fact}>
              {fact}
            </span>
          ))}
        </span>
      </span>
      {end === undefined ? null : <span className={styles.end}>{end}</span>}
    </div>
  );
}
