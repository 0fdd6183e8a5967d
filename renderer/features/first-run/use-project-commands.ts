import { call, errorBody } from '../../api/call.ts';
import { useProvideCommands } from '../../stores/commands.ts';
import { type ImportFile, openDialog } from '../../stores/dialogs.ts';
import { openProject, openSampleProject, useProject } from '../../stores/project.ts';
import { showError, showToast } from '../../stores/toasts.ts';
import { setWorkspace, useWorkspace } from '../../stores/workspace.ts';
import { t } from '../../texts/texts.ts';

/** Opening projects and what begins with it; works with and without an open project. */
export function useProjectCommands(): void {
  useProvideCommands({
    'project.new': { run: () => openDialog({ kind: 'newProject' }) },
    'project.open': { run: () => openFolder({ create: false }) },
    'project.openSample': { run: openSample },
    'tour.show': { run: async () => (await import('../../stores/tour.ts')).startTour() },
    // A window of its own opens one beside itself; a page opens a tab.
    'window.new': { run: () => void window.open('/', '_blank') },
    'engine.new': { run: startEngine },
    'engine.import': { run: () => startImport([]) },
  });
}

/** Who has never seen the tour is offered it. */
async function openSample(): Promise<void> {
  await openSampleProject();
  setWorkspace({ view: 'rules' });
  if (useWorkspace.getState().tour === undefined) setWorkspace({ tour: { isShown: true, reached: 0 } });
}

/** A new engine in the open project, or in a folder to choose. */
function startEngine(): void | Promise<void> {
  const ask = () => openDialog({ kind: 'newEngine' });
  return hasProject() ? ask() : openFolder({ create: true, then: ask });
}

/** Imports into the open project, or into a folder to choose. */
export function startImport(files: readonly ImportFile[]): void | Promise<void> {
  const ask = () => openDialog({ kind: 'import', files });
  return hasProject() ? ask() : openFolder({ create: true, then: ask });
}

function hasProject(): boolean {
  return useProject.getState().info?.open ?? false;
}

interface OpenFolder {
  /** Makes the folder a project where it is none. */
  readonly create: boolean;
  /** Goes on once the project is open. */
  readonly then?: () => void;
}

/** Asks for a folder and opens it as project; by a dialog of our own where the shell has none. */
async function openFolder({ create, then }: OpenFolder): Promise<void> {
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
        label: t('Make it a project'),
        run: () => void openPath(path, { create: true }).catch(showError),
      },
    });
  }
}
