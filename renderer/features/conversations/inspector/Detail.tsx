import { X } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { t } from '../../../texts/texts.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { select } from '../conversations-view.ts';
import styles from './Detail.module.css';

interface DetailProps {
  readonly kind: string;
  readonly title: string;
  /** Counts and dates, under the title. */
  readonly facts: readonly string[];
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** What is chosen in the list, in the budget's place; Escape goes back to the budget. */
export function Detail({ kind, title, facts, actions, children }: DetailProps) {
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) select(undefined);
  };
  return (
    <section aria-label={kind} className={styles.panel} onKeyDown={leave}>
      <PanelHeader
        actions={
          <IconButton
            icon={X}
            keys="Escape"
            name={t('Back to the budget')}
            onPress={() => select(undefined)}
          />
        }
        level="label"
        title={kind}
      />
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.facts}>{facts.filter(Boolean).join(' · ')}</p>
      {children}
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </section>
  );
}
