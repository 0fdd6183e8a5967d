import { call, errorBody } from '../../api/call.ts';
import { openDialog } from '../../stores/dialogs.ts';
import { openProject } from '../../stores/project.ts';
import { showError, showToast } from '../../stores/toasts.ts';

interface OpenFolder {
  /** Makes the folder a project where it is none. */
  readonly create: boolean;
  /** Goes on once the project is open. */
  readonly then?: () => void;
}

/** Asks for a folder and opens it as project; by a dialog of our own where the shell has none. */
export async function openFolder({ create, then }: OpenFolder): Promise<void> {
  try {
    const { path } = await call('project.pickFolder', {});
    if (path !== null) await openPath(path, { create, ...(then && { then }) });
  } catch (error) {
    if (errorBody(error).code !== 'unsupported') showError(error);
    else openDialog({ kind: 'folder', create, ...(then && { then }) });
  }
}

async function openPath(path: string, { create, then }: OpenFolder): Promise<void> {
  try {
    await openProject(path, create);
    then?.();
  } catch (error) {
    const { code, message } = errorBody(error);
    if (code !== 'not_found' || create) throw error;
    showToast({
      kind: 'error',
      message,
      action: {
        label: 'Make it a project',
        run: () => void openPath(path, { create: true }).catch(showError),
      },
    });
  }
}
