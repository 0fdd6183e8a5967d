import { CircleAlert, FileInput, Info, TriangleAlert } from 'lucide-react';
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react';
import type { Input, Output } from '../../../../shared/contract/contract.ts';
import { shapeLabels } from '../../../../shared/shapes/shape-names.ts';
import { call, errorBody } from '../../../api/call.ts';
import { showError, showToast } from '../../../stores/toasts.ts';
import { useLastQuestion } from '../../../stores/use-last-question.ts';
import { t, told } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { formatCount, formatCounted } from '../../../ui/format-number.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { setConversationsView } from '../conversations-view.ts';
import styles from './ImportDialog.module.css';

type Source = Pick<Input<'conversations.import'>, 'files' | 'from'>;
type Report = Output<'conversations.import'>;

/** Reads conversations from files: first what is in them, then, if that is wanted, all that can be read. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const [path, setPath] = useState('');
  const [source, setSource] = useState<Source>();
  const [report, setReport] = useState<Report>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const beginQuestion = useLastQuestion();
  const fail = (error: unknown, isCurrent: boolean, dry_run: boolean) => {
    if (isCurrent) setFailure(errorBody(error).message);
    // That something was to be imported and was not is told, whatever is asked by then.
    else if (!dry_run) showError(error);
  };
  const ask = async (asked: Source, dry_run: boolean) => {
    const isCurrent = beginQuestion();
    const show = dry_run ? (found: Report) => take(asked, found) : close;
    setBusy(true);
    setFailure(undefined);
    try {
      const next = await call('conversations.import', { ...asked, dry_run });
      if (!dry_run) tellDone(next);
      if (isCurrent()) show(next);
    } catch (error) {
      fail(error, isCurrent(), dry_run);
    }
    if (isCurrent()) setBusy(false);
  };
  const take = (asked: Source, found: Report) => {
    setSource(asked);
    setReport(found);
  };
  const close = ({ imported }: Report) => {
    const first = imported.find(({ change }) => change !== 'unchanged') ?? imported[0];
    if (first) setConversationsView({ conversationId: first.id, selection: undefined });
    onClose();
  };
  const forget = () => {
    beginQuestion();
    setBusy(false);
    setSource(undefined);
    setReport(undefined);
    setFailure(undefined);
  };
  const isFound = report !== undefined && report.imported.length > 0;
  const submit = () => {
    if (isBusy) return;
    if (isFound && source) void ask(source, false);
    else if (path.trim() !== '') void ask({ from: [path.trim()] }, true);
  };
  const actions = (
    <>
      <Button onPress={onClose}>{t('Cancel')}</Button>
      <Button disabled={isBusy || !(isFound || path.trim() !== '')} type="submit" variant="primary">
        {isBusy ? t('Working…') : isFound ? t('Import') : t('Look into it')}
      </Button>
    </>
  );
  return (
    <Dialog actions={actions} onClose={onClose} onSubmit={submit} title={t('Import conversations')}>
      <Files
        onFiles={files => {
          forget();
          const isCurrent = beginQuestion();
          readFiles(files).then(read => (isCurrent() ? ask({ files: read }, true) : undefined), showError);
        }}
      />
      <TextField
        description={t('On the machine that runs Weft, full or from the project.')}
        label={t('Or the path of a file or folder')}
        mono
        onChange={next => {
          setPath(next);
          forget();
        }}
        value={path}
      />
      {report === undefined ? null : <ImportReport report={report} />}
      {failure === undefined ? null : (
        <Notice icon={CircleAlert} title={t('This could not be imported')} tone="error">
          {failure}
        </Notice>
      )}
    </Dialog>
  );
}

function Files({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(event.target.files ?? [])]);
    // So that the same file can be chosen again after it was changed.
    event.target.value = '';
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onFiles([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's way; the button inside is the other.
    <div className={styles.drop} onDragOver={event => event.preventDefault()} onDrop={drop}>
      <p>
        {t(
          'Drop files here: exports of ChatGPT and Claude as they come (zip), transcripts of Claude Code and Codex, requests and messages of any provider, LangChain, data sets.',
        )}
      </p>
      <Button icon={FileInput} onPress={() => input.current?.click()}>
        {t('Choose files…')}
      </Button>
      <input
        accept=".json,.jsonl,.ndjson,.zip"
        aria-label={t('Conversation files')}
        className={styles.input}
        multiple
        onChange={take}
        ref={input}
        type="file"
      />
    </div>
  );
}

type GivenFile = NonNullable<Source['files']>[number];

function readFiles(files: readonly File[]): Promise<GivenFile[]> {
  return Promise.all(
    files.map(async file =>
      /\.zip$/i.test(file.name)
        ? { name: file.name, data: await inBase64(file) }
        : { name: file.name, text: await file.text() },
    ),
  );
}

/** What a file is as a `data:` address, behind its head. */
function inBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(new Error(`${file.name} cannot be read`));
    reader.readAsDataURL(file);
  });
}

function tellDone({ imported }: Report): void {
  showToast({
    message: t('{conversations} imported.', {
      conversations: formatCounted(imported.length, 'conversation'),
    }),
  });
}

const formatLabel = (format: Report['imported'][number]['format']): string =>
  format === 'messages' ? t('Messages') : format === 'sessions' ? t('Sessions') : told(shapeLabels[format]);

const changes = { created: t('new'), replaced: t('replaces'), unchanged: t('unchanged') } as const;

/** What an import would bring, before it is done. */
function ImportReport({ report }: { readonly report: Output<'conversations.import'> }) {
  const { imported, refused, notes: left } = report;
  return (
    <>
      {imported.length === 0 ? null : (
        <ul aria-label={t('What was found')} className={styles.rows}>
          {imported.map(({ id, title, format, messages, change, notes }) => (
            <li className={styles.row} key={id}>
              <span className={styles.title} title={title}>
                {title}
              </span>
              <span className={styles.format}>{formatLabel(format)}</span>
              <span className={styles.count}>{formatCount(messages)}</span>
              <span className={styles.change}>{changes[change]}</span>
              {notes.map(note => (
                <span className={styles.note} key={note}>
                  {note}
                </span>
              ))}
            </li>
          ))}
        </ul>
      )}
      {left.length === 0 ? null : (
        <Notice icon={Info} title={t('Not looked at')}>
          {left.map(note => (
            <span className={styles.problem} key={note}>
              {note}
            </span>
          ))}
        </Notice>
      )}
      {refused.length === 0 ? null : (
        <Notice
          icon={TriangleAlert}
          title={t('{files} cannot be read', { files: formatCounted(refused.length, 'file') })}
          tone="missing"
        >
          {refused.map(({ file, reason }) => (
            <span className={styles.problem} key={`${file} ${reason}`}>
              <code>{file}</code> {told(reason)}
            </span>
          ))}
        </Notice>
      )}
    </>
  );
}
