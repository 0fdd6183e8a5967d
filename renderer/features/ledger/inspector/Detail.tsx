import type { ReactNode } from 'react';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import styles from './Detail.module.css';

interface DetailProps {
  /** Read out as the panel's name. */
  readonly label: string;
  readonly kind: ReactNode;
  readonly title: string;
  readonly facts: readonly string[];
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** Head of a record in the inspector: what it is, what it says, who and when, and what can be done. */
export function Detail({ label, kind, title, facts, actions, children }: DetailProps) {
  return (
    <section aria-label={label} className={styles.panel}>
      <div className={styles.kind}>{kind}</div>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.facts}>{facts.filter(fact => fact !== '').join(' · ')}</p>
      {actions === null ? null : <div className={styles.actions}>{actions}</div>}
      {children}
    </section>
  );
}

/** A paragraph under its name; nothing where there is no text. */
export function DetailText({ title, text }: { readonly title: string; readonly text: string | undefined }) {
  if (text === undefined || text.trim() === '') return null;
  return (
    <div className={styles.group}>
      <PanelHeader level="label" title={title} />
      <p className={styles.text}>{text}</p>
    </div>
  );
}

interface DetailListProps {
  readonly title: string;
  readonly items: readonly string[] | undefined;
  /** For files and hashes. */
  readonly mono?: boolean;
}

/** A list under its name; nothing where it is empty. */
export function DetailList({ title, items = [], mono = false }: DetailListProps) {
  if (items.length === 0) return null;
  return (
    <div className={styles.group}>
      <PanelHeader level="label" title={title} />
      <ul className={mono ? styles.codes : styles.list}>
        {items.map(item => (
          <li key={item} title={mono ? item : undefined}>
            {item}
          </li>
        ))}
      </ul>
    </div>
  );
}
