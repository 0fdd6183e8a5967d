import { TriangleAlert } from 'lucide-react';
import type { Output } from '../../../../shared/contract/contract.ts';
import { formatCount, formatCounted } from '../../../ui/format-number.ts';
import { Notice } from '../../../ui/Notice.tsx';
import styles from './ImportReport.module.css';

const changes = { created: 'new', replaced: 'replaces', unchanged: 'unchanged' } as const;

/** What an import would bring, before it is done. */
export function ImportReport({ report }: { readonly report: Output<'conversations.import'> }) {
  const { imported, refused } = report;
  return (
    <>
      {imported.length === 0 ? null : (
        <ul aria-label="What was found" className={styles.rows}>
          {imported.map(({ id, title, format, messages, change, notes }) => (
            <li className={styles.row} key={id}>
              <span className={styles.title} title={[title, ...notes].join('\n')}>
                {title}
              </span>
              <span className={styles.format}>{format.replace('_', ' ')}</span>
              <span className={styles.count}>{formatCount(messages)}</span>
              <span className={styles.change}>{changes[change]}</span>
            </li>
          ))}
        </ul>
      )}
      {refused.length === 0 ? null : (
        <Notice
          icon={TriangleAlert}
          title={`${formatCounted(refused.length, 'file')} cannot be read`}
          tone="missing"
        >
          {refused.map(({ file, reason }) => (
            <span className={styles.problem} key={`${file} ${reason}`}>
              <code>{file}</code> {reason}
            </span>
          ))}
        </Notice>
      )}
    </>
  );
}
