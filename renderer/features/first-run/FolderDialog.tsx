import { useState } from 'react';
import { errorBody } from '../../api/call.ts';
import { closeDialog } from '../../stores/dialogs.ts';
import { openProject } from '../../stores/project.ts';
import { showError } from '../../stores/toasts.ts';
import { useIsOpen } from '../../stores/use-submitting.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { TextField } from '../../ui/TextField.tsx';

interface FolderDialogProps {
  readonly create: boolean;
  readonly then?: () => void;
}

/** Asks for a folder by its path, where the shell has no dialog of its own. */
export function FolderDialog({ create: mayCreate, then }: FolderDialogProps) {
  const [path, setPath] = useState('');
  const [create, setCreate] = useState(mayCreate);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const isOpen = useIsOpen();
  const open = async () => {
    if (path.trim() === '') return setError(t('Type the path of a folder.'));
    setBusy(true);
    try {
      await openProject(path.trim(), create);
      if (!isOpen.current) return;
      closeDialog();
      then?.();
    } catch (failure) {
      if (!isOpen.current) return showError(failure);
      setError(errorBody(failure).message);
      setBusy(false);
    }
  };
  const actions = (
    <>
      <Button onPress={closeDialog}>{t('Cancel')}</Button>
      <Button disabled={busy} type="submit" variant="primary">
        {t('Open project')}
      </Button>
    </>
  );
  return (
    <Dialog
      actions={actions}
      onClose={closeDialog}
      onSubmit={() => open()}
      size="s"
      title={t('Open project')}
    >
      <TextField
        autoFocus
        description={t('A folder on the machine that runs Weft. Definitions live in its .codebolt folder.')}
        error={error}
        label={t('Folder')}
        mono
        onChange={next => {
          setPath(next);
          setError(undefined);
        }}
        value={path}
      />
      <Switch label={t('Make folder and project if there is none')} on={create} onChange={setCreate} />
    </Dialog>
  );
}
