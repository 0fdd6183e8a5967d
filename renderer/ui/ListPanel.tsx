import type { ReactNode } from 'react';
import { t } from '../texts/texts.ts';
import styles from './ListPanel.module.css';

/** The list at the left of a view, with its heading and its search. */
export function ListPanel({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <section aria-label={label} className={styles.panel}>
      {children}
    </section>
  );
}

/** What is said beside a list or in place of its items. */
export function ListNote({ children }: { readonly children: ReactNode }) {
  return <p className={styles.note}>{children}</p>;
}

interface ListNoneProps {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly children: ReactNode;
}

/** In place of a list's items: that there are none, once that was read. */
export function ListNone({ status, children }: ListNoneProps) {
  if (status === 'loading') return null;
  return <ListNote>{status === 'failed' ? t('Could not be read.') : children}</ListNote>;
}

/** The number of an item, on the line of its title. */
export function ListFigure({ children, title }: { readonly children: ReactNode; readonly title?: string }) {
  return (
    <span className={styles.figure} {...(title !== undefined && { title })}>
      {children}
    </span>
  );
}
