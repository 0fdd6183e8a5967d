import { CircleAlert, History, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Output } from '../../../../shared/contract/contract.ts';
import { call, errorBody } from '../../../api/call.ts';
import { showError, showToast } from '../../../stores/toasts.ts';
import { useLastQuestion } from '../../../stores/use-last-question.ts';
import { rich, t, told } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { formatCount, formatCounted } from '../../../ui/format-number.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import styles from './ImportReport.module.css';

type Report = Output<'ledger.import'>;

interface Failure {
  readonly message: string;
  /** Whether it was only looked into the folder. */
  readonly ofReading: boolean;
}

interface ImportLedgerDialogProps {
  /** The folder that is proposed. */
  readonly from?: string;
  readonly onClose: () => void;
}

/** Reads a `.twining` folder: first what it would come to, then, if that is wanted, all of it or nothing. */
export function ImportLedgerDialog({ from: given = '.', onClose }: ImportLedgerDialogProps) {
  const [from, setFrom] = useState(given);
  const [report, setReport] = useState<Report>();
  const [failure, setFailure] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  const beginQuestion = useLastQuestion();
  const fail = (error: unknown, isCurrent: boolean, dry_run: boolean) => {
    if (isCurrent) setFailure({ message: errorBody(error).message, ofReading: dry_run });
    // That something was to be imported and was not is told, whatever is asked by then.
    else if (!dry_run) showError(error);
  };
  const read = async (folder: string, dry_run: boolean) => {
    const isCurrent = beginQuestion();
    const show = dry_run ? setReport : onClose;
    setBusy(true);
    setFailure(undefined);
    try {
      const next = await call('ledger.import', { from: folder, dry_run });
      if (!dry_run) tellDone(next);
      if (isCurrent()) show(next);
    } catch (error) {
      fail(error, isCurrent(), dry_run);
    }
    if (isCurrent()) setBusy(false);
  };
  const nameFolder = (path: string) => {
    beginQuestion();
    setFrom(path);
    setBusy(false);
    setReport(undefined);
    setFailure(undefined);
  };
  // It promises nothing: another folder can be asked about while nobody answers for this one.
  const submit = () => {
    if (from.trim() !== '' && !isBusy) void read(from.trim(), report === undefined);
  };
  const actions = (
    <>
      <Button onPress={onClose}>{t('Cancel')}</Button>
      <Button disabled={isBusy || from.trim() === ''} type="submit" variant="primary">
        {report === undefined ? t('Look into it') : t('Import')}
      </Button>
    </>
  );
  return (
    <Dialog actions={actions} onClose={onClose} onSubmit={submit} title={t('Import a ledger')}>
      <TextField
        autoFocus
        description={t(
          'The .twining folder or the one that it lies in, on the machine that runs Weft; relative to the project.',
        )}
        label={t('Folder')}
        mono
        onChange={nameFolder}
        value={from}
      />
      {report === undefined ? null : <ImportReport report={report} />}
      {failure === undefined ? null : (
        <Notice
          icon={CircleAlert}
          title={failure.ofReading ? t('The folder could not be read') : t('The import failed')}
          tone="error"
        >
          {failure.message}
        </Notice>
      )}
    </Dialog>
  );
}

/** What an import would come to, before it is done. */
function ImportReport({ report }: { readonly report: Report }) {
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

function tellDone({ decisions, entries }: Report): void {
  const sum = (count: (of: Report['decisions']) => number) => count(decisions) + count(entries);
  const imported = (of: Report['decisions']) => of.created + of.replaced;
  if (sum(imported) === 0) {
    const unchanged = formatCount(sum(of => of.unchanged));
    const kept = formatCount(sum(of => of.kept));
    showToast({
      message: t('No decision and no entry was new: {unchanged} unchanged, {kept} newer here and kept.', {
        unchanged,
        kept,
      }),
    });
    return;
  }
  const what = [
    formatCounted(imported(decisions), 'decision'),
    formatCounted(imported(entries), 'entry', 'entries'),
  ];
  showToast({ message: t('{what} were imported.', { what: what.join(t(' and ')) }) });
}
