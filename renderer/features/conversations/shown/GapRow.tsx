import { ChevronRight } from 'lucide-react';
import { formatCounted } from '../../../ui/format-number.ts';
import type { ShownRow } from '../logic/shown-rows.ts';
import styles from './GapRow.module.css';
import { StateSign } from './StateSign.tsx';

/** Stands where messages are left out; opens to what they were (C3). */
export function GapRow({ row }: { readonly row: Extract<ShownRow, { kind: 'gap' }> }) {
  return (
    <div className={styles.row}>
      <StateSign as="dropped" />
      <ChevronRight aria-hidden className={styles.chevron ?? ''} data-open={row.isOpen} size={14} />
      <span>{formatCounted(row.count, 'message')} omitted</span>
    </div>
  );
}
