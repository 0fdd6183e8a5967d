import { closeDialog, type ImportFile, openDialog } from '../../stores/dialogs.ts';
import { setWorkspace, showRule } from '../../stores/workspace.ts';
import { t } from '../../texts/texts.ts';
import { Bar } from '../../ui/Bar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { formatCounted } from '../../ui/format-number.ts';
import { Notice } from '../../ui/Notice.tsx';
import styles from './ImportDialog.module.css';
import { ImportOptionsForm } from './ImportOptionsForm.tsx';
import { ImportRows } from './ImportRows.tsx';
import { ImportSource } from './ImportSource.tsx';
import { describeChosen, hasGone } from './import-rows.ts';
import { nameInFolder } from './read-choice.ts';
import type { ImportRun, ImportState, Working } from './use-import.ts';
import { useImportChoice } from './use-import-choice.ts';

const mostNamed = 5;

/** Files that are conversations come in by themselves, with a report of their own. */
function FoundConversations({ files }: { readonly files: readonly string[] }) {
  if (files.length === 0) return null;
  const names = files.map(file => file.replace(/^.*[/\\]/, ''));
  const more = names.length - mostNamed;
  const named = names.slice(0, mostNamed).join(', ');
  const show = () => {
    closeDialog();
    setWorkspace({ view: 'conversations' });
  };
  return (
    <Notice
      actions={<Button onPress={show}>{t('Go to conversations')}</Button>}
      title={t('{files} with conversations', { files: formatCounted(files.length, 'file') })}
      tone="accent"
    >
      <p>
        {t('{names}: not imported here. The view of conversations has an import of its own.', {
          names: more > 0 ? `${named} ${t('and {count} more', { count: more })}` : named,
        })}
      </p>
    </Notice>
  );
}

interface ImportDialogProps {
  readonly files: readonly ImportFile[];
  readonly collection?: string;
}

/** Imports files of many kinds: choose, see what would happen, choose among it, do it. */
export function ImportDialog(props: ImportDialogProps) {
  const choice = useImportChoice(props);
  const { run, chosen, error, isCurrent } = choice;
  const { state } = run;
  // With other options something else would come of it than is in sight, and their preview would stop it.
  const canApply = state.place !== undefined && chosen.length > 0 && error === undefined && isCurrent;
  const submit = () => {
    if (canApply && !state.result && !state.working && state.place)
      run.apply(state.place, choice.options, chosen);
  };
  return (
    <Dialog
      actions={<Actions canApply={canApply} does={describeChosen(choice.rows, chosen)} run={run} />}
      onClose={closeDialog}
      onSubmit={submit}
      size={state.preview ? 'l' : 'm'}
      title={state.result ? t('Imported') : t('Import')}
    >
      {state.error === undefined ? null : <Notice title={state.error} tone="error" />}
      {state.working && (state.working.what === 'apply' || !state.preview) ? (
        <Progress working={state.working} />
      ) : state.result ? (
        <>
          <ImportRows rows={choice.rows} tense="did" />
          <LeftOut notes={state.result.notes} />
        </>
      ) : state.preview ? (
        <Preview choice={choice} />
      ) : (
        <ImportSource onFiles={choice.readFiles} onPath={choice.readPath} onText={choice.readText} />
      )}
    </Dialog>
  );
}

/** What was found, and what would become of it. */
function Preview({ choice }: { readonly choice: ReturnType<typeof useImportChoice> }) {
  const { run, rows, chosen, error } = choice;
  const { preview, ledgers = [] } = run.state;
  const given = preview?.ledger_folders ?? [];
  const conversations = preview?.conversation_files ?? [];
  return (
    <>
      <FoundLedgers chosen={ledgers} given={given} />
      <FoundConversations files={conversations} />
      {rows.length === 0 && given.length + ledgers.length + conversations.length > 0 ? null : (
        <>
          <ImportOptionsForm
            asksToPrune={hasGone(rows)}
            collectionError={error}
            onChange={choice.setOptions}
            options={choice.options}
          />
          <ImportRows chosen={new Set(chosen)} onChoose={choice.choose} rows={rows} tense="would" />
          <LeftOut notes={preview?.notes} />
        </>
      )}
    </>
  );
}

/** What was left where it is, such as files of other kinds. */
function LeftOut({ notes = [] }: { readonly notes?: readonly string[] | undefined }) {
  if (notes.length === 0) return null;
  return (
    <ul aria-label={t('Left where it is')} className={styles.leftOut}>
      {notes.map(note => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

const stageWords = {
  reading: t('Reading files'),
  judging: t('Looking at files'),
  preparing: t('Preparing documents'),
  storing: t('Storing'),
} as const satisfies Record<Working['stage'], string>;

function Progress({ working: { stage, done, total } }: { readonly working: Working }) {
  const words = `${stageWords[stage]}${total === 0 ? '…' : t(' · {done} of {total}', { done, total })}`;
  return (
    <div className={styles.progress}>
      <p aria-live="polite">{words}</p>
      <Bar label={words} length={total === 0 ? 0 : done / total} />
    </div>
  );
}

interface ActionsProps {
  readonly run: ImportRun;
  /** What importing would do, for its button. */
  readonly does: string;
  readonly canApply: boolean;
}

function Actions({ run, does, canApply }: ActionsProps) {
  const { state } = run;
  if (state.result) return <DoneActions result={state.result} />;
  const isBusy = state.working !== undefined;
  return (
    <>
      {isBusy ? (
        <Button onPress={run.cancel}>{t('Stop')}</Button>
      ) : state.preview ? (
        <Button onPress={() => run.setPlace(undefined)}>{t('Back')}</Button>
      ) : (
        <Button onPress={closeDialog}>{t('Cancel')}</Button>
      )}
      {state.preview ? (
        <Button disabled={!canApply || isBusy} type="submit" variant="primary">
          {does}
        </Button>
      ) : null}
    </>
  );
}

function DoneActions({ result }: { readonly result: NonNullable<ImportState['result']> }) {
  const engine = result.items.find(({ makes, change }) => change !== 'kept' && makes[0]?.kind === 'engine');
  const engineId = engine?.makes[0]?.id;
  const show = () => {
    if (engineId !== undefined) showRule(engineId);
    closeDialog();
  };
  return (
    <>
      {engineId === undefined ? null : (
        <Button onPress={show}>{t('Show {name}', { name: engine?.name ?? engineId })}</Button>
      )}
      <Button onPress={closeDialog} variant="primary">
        {t('Done')}
      </Button>
    </>
  );
}

interface FoundLedgersProps {
  /** Paths that the host looked at. */
  readonly given: readonly string[];
  /** Folders that were dropped or chosen: a page is not told where they lie. */
  readonly chosen: readonly string[];
}

/** A ledger comes in by itself, with a report of its own. */
function FoundLedgers({ given, chosen }: FoundLedgersProps) {
  return (
    <>
      {given.map(from => (
        <FoundLedger from={from} key={from} />
      ))}
      {chosen.map(path => (
        <FoundLedger from={nameInFolder(path)} isNameOnly key={path} />
      ))}
    </>
  );
}

interface FoundLedgerProps {
  readonly from: string;
  readonly isNameOnly?: boolean;
}

function FoundLedger({ from, isNameOnly = false }: FoundLedgerProps) {
  return (
    <Notice
      actions={
        <Button onPress={() => openDialog({ kind: 'importLedger', from })}>{t('Import the ledger')}</Button>
      }
      title={t('There is a ledger here')}
      tone="accent"
    >
      <p>
        {t('Its decisions and entries are imported by themselves, all of them or none.')}
        {isNameOnly ? ` ${t('The next window asks where it lies: a page is told its name alone.')}` : null}
      </p>
    </Notice>
  );
}
