import type { ReactNode } from 'react';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import styles from './Panel.module.css';

interface PanelProps {
  readonly title: string;
  /** A fact about it, at the right end of its heading. */
  readonly note?: string;
  readonly children: ReactNode;
}

/** One part of the assembly, under its heading. */
export function Panel({ title, note, children }: PanelProps) {
  return (
    <section aria-label={title} className={styles.panel}>
      <PanelHeader
        title={title}
        {...(note !== undefined && { actions: <span className={styles.note}>{note}</span> })}
      />
      {children}
    </section>
  );
}
