import { useState } from 'react';
import { Bar } from '../../../ui/Bar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ComboBox } from '../../../ui/ComboBox.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import type { Choice } from './chosen-files.ts';
import { useContent } from './content-store.ts';
import styles from './ImportDialog.module.css';
import { ImportReportTable } from './ImportReportTable.tsx';
import { ImportSource } from './ImportSource.tsx';
import { collectionFromPath } from './import-plan.ts';
import { type ImportState, useImport } from './use-import.ts';

const collectionPattern = /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}$/;

interface ImportDialogProps {
  readonly onClose: () => void;
  /** Proposed collection, e.g. the one that is open. */
  readonly collection?: string | undefined;
}

/** Import of a folder of Markdown: choose, read the report, then import. */
export function ImportDialog({ onClose, collection: proposed }: ImportDialogProps) {
  const { state, check, checkFolder, start, cancel, reset } = useImport();
  const [named, setNamed] = useState(proposed);
  const [choice, setChoice] = useState<Choice>();
  const collection = named ?? (choice ? collectionFromPath(choice.firstPath) : '');
  const error = collection === '' || collectionPattern.test(collection) ? undefined : collectionRule;
  const judge = (chosen: Choice) => {
    setChoice(chosen);
    const name = named ?? collectionFromPath(chosen.firstPath);
    setNamed(name);
    void check(chosen.files, name);
  };
  const judgeFolder = (folder: string) => {
    const name = named || collectionFromPath(`${folder.split(/[\\/]/).findLast(Boolean) ?? ''}/`);
    setNamed(name);
    void checkFolder(folder, name);
  };
  return (
    <Dialog
      actions={<ImportActions cancel={cancel} close={onClose} reset={reset} state={state} />}
      onClose={onClose}
      onSubmit={() => (state.step === 'checked' ? void start(collection) : undefined)}
      title="Import documents"
    >
      {state.step === 'choose' ? (
        <>
          <CollectionField error={error} onChange={setNamed} value={collection} />
          <ImportSource
            disabled={error !== undefined}
            error={state.error}
            onChoose={judge}
            onFolder={judgeFolder}
          />
        </>
      ) : null}
      {state.step === 'working' ? <Progress state={state} /> : null}
      {state.step === 'checked' || state.step === 'finished' || state.step === 'stopped' ? (
        <ImportReportTable report={state.report} step={state.step} />
      ) : null}
    </Dialog>
  );
}

const collectionRule = 'Use 1-64 letters, digits, spaces, ".", "_" or "-", and begin with a letter or digit.';

interface CollectionFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (name: string | undefined) => void;
}

function CollectionField({ value, error, onChange }: CollectionFieldProps) {
  const { collections } = useContent();
  return (
    <ComboBox
      description="Steps that search documents name it. The folder's name when empty."
      error={error}
      label="Collection"
      onChange={text => onChange(text === '' ? undefined : text)}
      options={collections.map(({ name, documents }) => ({
        value: name,
        description: `${documents} documents`,
      }))}
      placeholder="architecture"
      value={value}
    />
  );
}

function Progress({ state }: { readonly state: Extract<ImportState, { step: 'working' }> }) {
  const words = `${state.what} ${state.done} of ${state.total} files`;
  return (
    <div className={styles.progress}>
      <p aria-live="polite">{words}</p>
      <Bar label={words} length={state.total === 0 ? 0 : state.done / state.total} />
    </div>
  );
}

interface ImportActionsProps {
  readonly state: ImportState;
  readonly cancel: () => void;
  readonly close: () => void;
  readonly reset: () => void;
}

function ImportActions({ state, cancel, close, reset }: ImportActionsProps) {
  switch (state.step) {
    case 'choose':
      return <Button onPress={close}>Cancel</Button>;
    case 'working':
      return <Button onPress={cancel}>Stop</Button>;
    case 'checked':
      return (
        <>
          <Button onPress={reset}>Back</Button>
          <Button disabled={state.report.imported.length === 0} type="submit" variant="primary">
            {state.report.imported.length === 0
              ? 'Nothing to import'
              : `Import ${state.report.imported.length} documents`}
          </Button>
        </>
      );
    case 'finished':
    case 'stopped':
      return (
        <Button onPress={close} variant="primary">
          Done
        </Button>
      );
  }
}
