import type { DocumentImportReport } from '../../../../shared/contract/content.ts';
import { classNames } from '../../../ui/class-names.ts';
import { formatCounted } from '../../../ui/format-number.ts';
import styles from './ImportDialog.module.css';

interface ImportReportTableProps {
  readonly report: DocumentImportReport;
  readonly step: 'checked' | 'finished' | 'stopped';
}

const titles = {
  checked: 'Nothing is changed yet. This is what the import will do:',
  finished: 'Imported.',
  stopped: 'Stopped. What is listed here was imported; the rest was not touched.',
} as const;

/** What an import will do or did, file by file, refusals with their reason. */
export function ImportReportTable({ report, step }: ImportReportTableProps) {
  const created = report.imported.filter(entry => entry.change === 'created').length;
  const rows = [
    ...report.refused.map(({ file, reason }) => ({ path: file, change: reason, refused: true })),
    ...report.imported.map(({ path, change, chunks }) => ({
      path,
      change: `${change === 'created' ? 'new' : 'replaced'} · ${formatCounted(chunks, 'chunk')}`,
      refused: false,
    })),
    ...report.unchanged.map(path => ({ path, change: 'unchanged', refused: false })),
  ];
  return (
    <>
      <p aria-live="polite">{titles[step]}</p>
      <div className={styles.figures}>
        <Figure count={created} word="new" />
        <Figure count={report.imported.length - created} word="replaced" />
        <Figure count={report.unchanged.length} word="unchanged" />
        <Figure count={report.refused.length} word="refused" />
      </div>
      <ul aria-label="Files of the import" className={styles.files}>
        {rows.map(row => (
          <li className={styles.file} key={`${row.path} ${row.change}`}>
            <span className={styles.name} title={row.path}>
              {row.path}
            </span>
            <span className={classNames(styles.change, row.refused && styles.refused)}>
              {row.refused ? `refused: ${row.change}` : row.change}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Figure({ count, word }: { readonly count: number; readonly word: string }) {
  return (
    <span className={styles.figure}>
      <strong>{count}</strong>
      {word}
    </span>
  );
}
