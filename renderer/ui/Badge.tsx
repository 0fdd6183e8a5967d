import type { ReactNode } from 'react';
import styles from './Badge.module.css';
import { classNames } from './class-names.ts';

export type Tone = 'neutral' | 'accent' | 'fired' | 'missing' | 'error';

interface BadgeProps {
  readonly children: ReactNode;
  readonly tone?: Tone;
  readonly mono?: boolean;
}

/** A short word or count on a soft ground: "v1.3.0", "active", "2". */
export function Badge({ children, tone = 'neutral', mono = false }: BadgeProps) {
  return <span className={classNames(styles.badge, styles[tone], mono && styles.mono)}>{children}</span>;
}
