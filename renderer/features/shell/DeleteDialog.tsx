import { closeDialog, type Naming } from '../../stores/dialogs.ts';
import { countsOfKinds, usesWithKinds } from '../../stores/naming-words.ts';
import { t } from '../../texts/texts.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

interface DeleteDialogProps {
  readonly name: string;
  readonly named: readonly Naming[];
  readonly onConfirm: () => void;
}

/** What names a thing, before it goes. */
export function DeleteDialog({ name, named, onConfirm }: DeleteDialogProps) {
  const confirm = () => {
    closeDialog();
    onConfirm();
  };
  return (
    <ConfirmDialog
      confirmLabel={t('Delete')}
      onClose={closeDialog}
      onConfirm={confirm}
      title={t('Delete {id}?', { id: name })}
      uses={usesWithKinds(named)}
    >
      <p>
        {t('Named by: {things}. Nothing stands behind that name then; undo brings it back.', {
          things: countsOfKinds(named),
        })}
      </p>
    </ConfirmDialog>
  );
}

interface AskFirstProps {
  readonly title: string;
  readonly text: string;
  readonly label: string;
  readonly onConfirm: () => void;
}

/** Asks before something that cannot be undone. */
export function AskFirst({ title, text, label, onConfirm }: AskFirstProps) {
  const confirm = () => {
    closeDialog();
    onConfirm();
  };
  return (
    <ConfirmDialog confirmLabel={label} onClose={closeDialog} onConfirm={confirm} title={title}>
      <p>{text}</p>
    </ConfirmDialog>
  );
}
