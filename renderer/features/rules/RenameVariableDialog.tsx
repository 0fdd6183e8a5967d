import { TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { RenamedFile } from '../../../shared/model/renaming.ts';
import { closeDialog } from '../../stores/dialogs.ts';
import { nameOf } from '../../stores/document-names.ts';
import { edit, selectWorking, useDocuments } from '../../stores/documents.ts';
import type { DocumentKind } from '../../stores/history.ts';
import { offerUndo } from '../../stores/offer-undo.ts';
import { t, told } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { formatCounted } from '../../ui/format-number.ts';
import { Notice } from '../../ui/Notice.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { renameVariable, type VariableRenaming } from './edits/rename-variable.ts';
import styles from './RenameVariableDialog.module.css';

/** Another name for a variable, and what changes with it before it does: one step over everything that names it. */
export function RenameVariableDialog({ field }: { readonly field: string }) {
  const working = useDocuments(selectWorking);
  const [to, setTo] = useState(field);
  const name = to.trim();
  const renaming = useMemo(
    () => renameVariable(working, field, name === field ? `${field}_` : name),
    [working, field, name],
  );
  const isReady = renaming.ok && renaming.changed.length > 0 && name !== field;
  const rename = () => {
    if (!renaming.ok || !isReady) return;
    offerUndo(t('Renamed {from} to {to}.', { from: field, to: name }), () =>
      edit(t('rename variable'), renaming.apply),
    );
    closeDialog();
  };
  return (
    <Dialog
      actions={
        <>
          <Button onPress={closeDialog}>{t('Cancel')}</Button>
          <Button disabled={!isReady} type="submit" variant="primary">
            {t('Rename')}
          </Button>
        </>
      }
      onClose={closeDialog}
      onSubmit={rename}
      title={t('Rename {name} everywhere', { name: field })}
    >
      <TextField
        autoFocus
        error={renaming.ok ? undefined : told(renaming.reason)}
        label={t('Variable')}
        mono
        onChange={setTo}
        value={to}
      />
      {renaming.ok ? <Preview renaming={renaming} /> : null}
    </Dialog>
  );
}

/** Every file that names it, and where. */
function Preview({ renaming }: { readonly renaming: Extract<VariableRenaming, { ok: true }> }) {
  const { changed, notes } = renaming;
  if (changed.length === 0) return <p className={styles.none}>{t('Nothing names this variable.')}</p>;
  return (
    <section aria-label={t('What changes')}>
      <p className={styles.none}>{t('All of this changes in one step, and one Undo takes it back:')}</p>
      <ul className={styles.files}>
        {changed.map(({ kind, id, places }) => (
          <li key={`${kind} ${id}`}>
            <span className={styles.kind}>{kindWords[kind]}</span>
            <span className={styles.name} dir="auto" title={id}>
              {nameOf({ kind: documentKinds[kind], id })}
            </span>
            <span className={styles.places} title={places.join('\n')}>
              {formatCounted(places.length, 'place')}
            </span>
          </li>
        ))}
      </ul>
      {notes.map(note => (
        <Notice icon={TriangleAlert} key={note} title={t('Left as it is')} tone="missing">
          {note}
        </Notice>
      ))}
    </section>
  );
}

const documentKinds = {
  engine: 'engines',
  memory: 'memories',
  sample: 'samples',
  test: 'tests',
  layout: 'layouts',
  contract: 'contracts',
} as const satisfies Record<RenamedFile['kind'], DocumentKind>;

const kindWords = {
  engine: t('Engine'),
  memory: t('Memory'),
  sample: t('Sample'),
  test: t('Test'),
  layout: t('Canvas layout'),
  contract: t('Contract'),
} as const satisfies Record<RenamedFile['kind'], string>;
