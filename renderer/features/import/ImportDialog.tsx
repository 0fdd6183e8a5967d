import { closeDialog, type ImportFile } from '../../stores/dialogs.ts';
import { showRule } from '../../stores/workspace.ts';
import { Bar } from '../../ui/Bar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { formatCount, formatCounted } from '../../ui/format-number.ts';
import { Notice } from '../../ui/Notice.tsx';
import { FoundConversations } from './FoundConversations.tsx';
import { FoundLedgers } from './FoundLedgers.tsx';
import styles from './ImportDialog.module.css';
import { ImportOptionsForm } from './ImportOptionsForm.tsx';
import { ImportRows } from './ImportRows.tsx';
import { ImportSource } from './ImportSource.tsx';
import type { ImportRun, ImportState, Working } from './use-import.ts';
import { useImportChoice } from './use-import-choice.ts';

interface ImportDialogProps {
  readonly files: readonly ImportFile[];
  readonly collection?: string;
}

/** Imports files of many kinds: choose, see what would happen, choose among it, do it. */
export function ImportDialog(props: ImportDialogProps) {
  const choice = useImportChoice(props);
  const { run, chosen, error } = choice;
  const { state } = run;
  const canApply = state.place !== undefined && chosen.length > 0 && error === undefined;
  const submit = () => {
    if (canApply && !state.result && !state.working && state.place)
      run.apply(state.place, choice.options, chosen);
  };
  return (
    <Dialog
      actions={<Actions canApply={canApply} count={chosen.length} run={run} />}
      onClose={closeDialog}
      onSubmit={submit}
      size={state.preview ? 'l' : 'm'}
      title={state.result ? 'Imported' : 'Import'}
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
          <ImportOptionsForm collectionError={error} onChange={choice.setOptions} options={choice.options} />
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
    <ul aria-label="Left where it is" className={styles.leftOut}>
      {notes.map(note => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

const stageWords = {
  reading: 'Reading files',
  judging: 'Looking at files',
  preparing: 'Preparing documents',
  storing: 'Storing',
} as const satisfies Record<Working['stage'], string>;

function Progress({ working: { stage, done, total } }: { readonly working: Working }) {
  const words = `${stageWords[stage]}${total === 0 ? '…' : ` · ${formatCount(done)} of ${formatCount(total)}`}`;
  return (
    <div className={styles.progress}>
      <p aria-live="polite">{words}</p>
      <Bar label={words} length={total === 0 ? 0 : done / total} />
    </div>
  );
}

interface ActionsProps {
  readonly run: ImportRun;
  readonly count: number;
  readonly canApply: boolean;
}

function Actions({ run, count, canApply }: ActionsProps) {
  const { state } = run;
  if (state.result) return <DoneActions result={state.result} />;
  const isBusy = state.working !== undefined;
  return (
    <>
      {isBusy ? (
        <Button onPress={run.cancel}>Stop</Button>
      ) : state.preview ? (
        <Button onPress={() => run.setPlace(undefined)}>Back</Button>
      ) : (
        <Button onPress={closeDialog}>Cancel</Button>
      )}
      {state.preview ? (
        <Button disabled={!canApply || isBusy} type="submit" variant="primary">
          {count === 0 ? 'Nothing to import' : `Import ${formatCounted(count, 'item')}`}
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
      {engineId === undefined ? null : <Button onPress={show}>{`Show ${engine?.name ?? engineId}`}</Button>}
      <Button onPress={closeDialog} variant="primary">
        Done
      </Button>
    </>
  );
}
