import { mkdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { AppError } from '../../../shared/contract/errors.ts';
import { errorCode } from '../storage-failure.ts';
import { locateInside } from './path-inside.ts';

/** Creates a folder of the project step by step, so that no link on the way leads the writing out of it (T10). */
export async function makeFolderInside(root: string, folder: string): Promise<void> {
  let path = root;
  for (const segment of relative(root, folder).split(sep)) {
    path = join(path, segment);
    const located = await locateInside(root, path);
    if (located.kind === 'refused') {
      const shown = relative(root, path).split(sep).join('/');
      throw new AppError('forbidden', `${shown} ${located.reason}; nothing was written`);
    }
    if (located.kind === 'absent') await makeFolder(path);
  }
}

/** Not with those above it: a project that was moved away is not begun anew where it was. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    // Another made it meanwhile.
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}
