import { join } from 'node:path';
import { errorCode } from '../storage-failure.ts';
import { createFile } from './guarded-writes.ts';
import { makeFolderInside } from './make-folder-inside.ts';

/** Where a project keeps what a machine makes, with forward slashes. */
export const machineFolder = '.codebolt/weft';

/** Where a project keeps its database, with forward slashes. */
export const databaseFile = `${machineFolder}/weft.sqlite`;

/** Only that is kept out of version control; definitions and samples beside it belong to it. */
const ignoredByGit = '/weft.sqlite*\n/backups/\n/corrupt-*/\n*.tmp\n';

/** Makes the folder and what keeps its content out of version control, where that is not there yet. */
export async function makeMachineFolder(root: string): Promise<void> {
  const folder = join(root, machineFolder);
  await makeFolderInside(root, folder);
  try {
    await createFile({ root, path: join(folder, '.gitignore') }, ignoredByGit);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}
