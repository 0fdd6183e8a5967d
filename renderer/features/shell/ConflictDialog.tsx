import { FileWarning } from 'lucide-react';
import { closeDialog, type DialogRequest } from '../../stores/dialogs.ts';
import { takeTheirs } from '../../stores/documents.ts';
import { showError } from '../../stores/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { saveAll } from './save-all.ts';

type Conflict = Extract<DialogRequest, { kind: 'conflicts' }>['conflicts'][number];

const words = { engines: 'Engine', memories: 'Memory', samples: 'Sample' } as const satisfies Record<
  Conflict['kind'],
  string
>;

/** Somebody else wrote a file since it was read: nothing is overwritten without being asked. */
export function ConflictDialog({ conflicts }: { readonly conflicts: readonly Conflict[] }) {
  const [one] = conflicts;
  const title =
    conflicts.length === 1 && one
      ? `${words[one.kind]} "${one.id}" changed on disk`
      : 'Files changed on disk';
  const answer = (act: () => Promise<void>) => {
    closeDialog();
    act().catch(showError);
  };
  const actions = (
    <>
      <Button onPress={closeDialog}>Keep editing</Button>
      <Button onPress={() => answer(() => reload(conflicts))}>Reload theirs</Button>
      <Button onPress={() => answer(() => saveAll({ overwrite: true }))} variant="danger">
        Overwrite
      </Button>
    </>
  );
  return (
    <Dialog actions={actions} onClose={closeDialog} role="alertdialog" size="s" title={title}>
      <p>
        Somebody else saved {conflicts.length === 1 ? 'this file' : 'these files'} while you were editing.
        Your changes are still here and nothing was written.
      </p>
      <Notice
        icon={FileWarning}
        title={conflicts.map(({ kind, id }) => `${words[kind]} "${id}"`).join(', ')}
        tone="missing"
      >
        Reload theirs drops your changes to {conflicts.length === 1 ? 'it' : 'them'} and the undo history.
        Overwrite drops theirs.
      </Notice>
    </Dialog>
  );
}

async function reload(conflicts: readonly Conflict[]): Promise<void> {
  for (const { kind, id } of conflicts) await takeTheirs(kind, id);
}
