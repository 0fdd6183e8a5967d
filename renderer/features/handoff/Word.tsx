import type { LucideIcon } from 'lucide-react';
import type { Tone } from '../../ui/Badge.tsx';
import styles from './Word.module.css';

interface WordProps {
  readonly icon: LucideIcon;
  readonly tone: Tone;
  readonly children: string;
}

/** A state as icon, word and colour. */
export function Word({ icon: Icon, tone, children }: WordProps) {
  return (
    <span className={`${styles.word} ${styles[tone]}`}>
      <Icon aria-hidden size={13} strokeWidth={2} />
      {children}
    </span>
  );
}
