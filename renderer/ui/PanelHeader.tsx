import type { ReactNode } from 'react';
import styles from './PanelHeader.module.css';

interface PanelHeaderProps {
  readonly title: ReactNode;
  /** Icon buttons at the right end. */
  readonly actions?: ReactNode;
  /** `panel` heads a whole panel, `group` a group within it, `label` a set of controls. */
  readonly level?: 'panel' | 'group' | 'label';
}

/** The heading of a panel or of a group in it. */
export function PanelHeader({ title, actions, level = 'group' }: PanelHeaderProps) {
  const Heading = level === 'label' ? 'h3' : 'h2';
  return (
    <div className={styles[level]}>
      <Heading className={styles.title} {...(typeof title === 'string' && { title })}>
        {title}
      </Heading>
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
