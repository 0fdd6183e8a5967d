import { History, TriangleAlert } from 'lucide-react';
import type { Output } from '../../../../shared/contract/contract.ts';
import { rich, t, told } from '../../../texts/texts.ts';
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
            <th aria-label={t('Kind')} />
            <th>{t('new')}</th>
            <th>{t('replaced')}</th>
            <th>{t('unchanged')}</th>
            <th>{t('newer here, kept')}</th>
          </tr>
        </thead>
        <tbody>
          <Counts counts={decisions} label={t('Decisions')} />
          <Counts counts={entries} label={t('Entries')} />
        </tbody>
      </table>
      <p className={styles.note}>
        {t(
          '{entities} and {relations} join the knowledge graph. {otherFiles} {count|is|are} kept for the next export.',
          {
            entities: formatCounted(entities, 'entity', 'entities'),
            relations: formatCounted(relations, 'relation'),
            otherFiles: formatCounted(other_files.length, 'other file'),
            count: other_files.length,
          },
        )}
      </p>
      {refused.length === 0 ? null : (
        <Notice
          icon={TriangleAlert}
          title={t('{files} cannot be read', { files: formatCounted(refused.length, 'file') })}
          tone="missing"
        >
          {refused.map(problem => (
            <span className={styles.problem} key={`${problem.file} ${problem.reason}`}>
              <code>{problem.file}</code>: {told(problem.reason)}
            </span>
          ))}
        </Notice>
      )}
      {kept.length === 0 ? null : (
        <Notice icon={History} title={t('Newer here than in the files, and kept')} tone="neutral">
          {kept.map(({ kind, id, here, there }) => (
            <span className={styles.problem} key={`${kind} ${id}`}>
              {rich('{id}: {kind} of {here}, in the files {there}', {
                id: <code>{id}</code>,
                kind,
                here,
                there,
              })}
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
