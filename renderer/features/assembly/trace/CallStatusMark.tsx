import { Check, CircleAlert, CircleSlash, DatabaseZap, type LucideIcon } from 'lucide-react';
import type { MemoryCall } from '../../../../shared/model/assembled-context.ts';
import { told } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import styles from './CallStatusMark.module.css';

const looks = {
  ok: Check,
  cached: DatabaseZap,
  skipped: CircleSlash,
  failed: CircleAlert,
} as const satisfies Record<MemoryCall['status'], LucideIcon>;

/** How a memory call ended: icon, word and colour. */
export function CallStatusMark({ status }: { readonly status: MemoryCall['status'] }) {
  const Icon = looks[status];
  return (
    <span className={classNames(styles.mark, styles[status])} title={told(status)}>
      <Icon aria-hidden size={13} strokeWidth={2} />
      <span className={styles.word}>{told(status)}</span>
    </span>
  );
}
