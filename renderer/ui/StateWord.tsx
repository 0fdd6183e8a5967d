import type { LucideIcon } from 'lucide-react';
import type { Tone } from './Badge.tsx';
import styles from './StateWord.module.css';

interface StateWordProps {
  readonly icon: LucideIcon;
  readonly tone: Tone;
  readonly children: string;
}

/** A state as icon, word and colour. */
export function StateWord({ icon: Icon, tone, children }: StateWordProps) {
  return (
    <span className={`${styles.word} ${styles[tone]}`}>
      <Icon aria-hidden size={13} strokeWidth={2} />
      {children}
    </span>
  );
}
