import { useProvideCommands } from '../../stores/commands.ts';
import { type ImportFile, openDialog } from '../../stores/dialogs.ts';
import { openSampleProject, useProject } from '../../stores/project.ts';
import { setWorkspace } from '../../stores/workspace.ts';
import { openFolder } from './open-folder.ts';

/** Opening projects and what begins with it; works with and without an open project. */
export function useProjectCommands(): void {
  useProvideCommands({
    'project.open': { run: () => openFolder({ create: false }) },
    'project.openSample': { run: () => openSampleProject().then(() => setWorkspace({ view: 'rules' })) },
    'engine.new': { run: startEngine },
    'engine.import': { run: () => startImport([]) },
  });
}

/** A new engine in the open project, or in a folder to choose. */
export function startEngine(): void | Promise<void> {
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
