import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Tone } from './Badge.tsx';
import { classNames } from './class-names.ts';
import styles from './Notice.module.css';

interface NoticeProps {
  readonly title: string;
  readonly tone?: Tone;
  readonly icon?: LucideIcon;
  readonly children?: ReactNode;
  /** What can be done about it. */
  readonly actions?: ReactNode;
}

/** A fact beside what it is about: "This edit flips 1 sample". */
export function Notice({ title, tone = 'neutral', icon: Icon, children, actions }: NoticeProps) {
  return (
    <div className={classNames(styles.notice, styles[tone])} role="note">
      {Icon ? <Icon aria-hidden className={classNames(styles.icon)} size={15} /> : null}
      <div className={styles.content}>
        <div className={styles.texts}>
          <strong className={styles.title}>{title}</strong>
          {children === undefined ? null : <div className={styles.body}>{children}</div>}
        </div>
        <div className={styles.actions}>{actions}</div>
      </div>
    </div>
  );
}
