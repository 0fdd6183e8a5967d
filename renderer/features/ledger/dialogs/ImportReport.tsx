import { History, TriangleAlert } from 'lucide-react';
import type { Output } from '../../../../shared/contract/contract.ts';
import { formatCount, formatCounted } from '../../../ui/format-number.ts';
import { Notice } from '../../../ui/Notice.tsx';
import styles from './ImportReport.module.css';

type Report = Output<'ledger.import'>;

/** What an import would come to, before it is done. */
export function ImportReport({ report }: { readonly report: Report }) {
  const { decisions, entries, kept, entities, relations, other_files, refused, notes } = report;
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th aria-label="Kind" />
            <th>new</th>
            <th>replaced</th>
            <th>unchanged</th>
            <th>newer here, kept</th>
          </tr>
        </thead>
        <tbody>
          <Counts counts={decisions} label="Decisions" />
          <Counts counts={entries} label="Entries" />
        </tbody>
      </table>
      <p className={styles.note}>
        {formatCounted(entities, 'entity', 'entities')} and {formatCounted(relations, 'relation')} join the
        knowledge graph. {formatCounted(other_files.length, 'other file')}{' '}
        {other_files.length === 1 ? 'is' : 'are'} kept for the next export.
      </p>
      {refused.length === 0 ? null : (
        <Notice
          icon={TriangleAlert}
          title={`${formatCounted(refused.length, 'file')} cannot be read`}
          tone="missing"
        >
          {refused.map(problem => (
            <span className={styles.problem} key={`${problem.file} ${problem.reason}`}>
              <code>{problem.file}</code>: {problem.reason}
            </span>
          ))}
        </Notice>
      )}
      {kept.length === 0 ? null : (
        <Notice icon={History} title="Newer here than in the files, and kept" tone="neutral">
          {kept.map(({ kind, id, here, there }) => (
            <span className={styles.problem} key={`${kind} ${id}`}>
              <code>{id}</code>: {kind} of {here}, in the files {there}
            </span>
          ))}
        </Notice>
      )}
      {notes.map(note => (
        <p className={styles.note} key={note}>
          {note}
        </p>
      ))}
    </>
  );
}

function Counts({ label, counts }: { readonly label: string; readonly counts: Report['decisions'] }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{formatCount(counts.created)}</td>
      <td>{formatCount(counts.replaced)}</td>
      <td>{formatCount(counts.unchanged)}</td>
      <td>{formatCount(counts.kept)}</td>
    </tr>
  );
}
