import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './Banner.module.css';
import { Notice } from './Notice.tsx';

interface BannerProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly tone: 'error' | 'missing' | 'neutral';
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  /** What it is read out as at once: of an error in between, of anything else after what is being read. */
  readonly announced?: string;
}

/** Stands over a view while something is not as usual: what it is, and what to do. */
export function Banner({ icon, title, tone, children, actions, announced }: BannerProps) {
  const role = tone === 'error' ? 'alert' : 'status';
  return (
    <section className={styles.banner} {...(announced !== undefined && { 'aria-label': announced, role })}>
      <Notice actions={actions} icon={icon} title={title} tone={tone}>
        {children}
      </Notice>
    </section>
  );
}
