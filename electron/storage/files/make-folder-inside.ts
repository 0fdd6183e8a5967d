import { mkdir, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { AppError } from '../../../shared/contract/errors.ts';
import { errorCode } from '../storage-failure.ts';
import { entryAt, judgeFolder } from './plain-target.ts';

/** Creates a folder step by step, so that no link on the way leads the writing out of `root`. */
export async function makeFolderInside(root: string, folder: string, mode = 0o777): Promise<void> {
  await judgeFolder({ root, path: folder });
  let path = root;
  for (const segment of relative(root, folder).split(sep)) {
    path = join(path, segment);
    if ((await entryAt(path)) === undefined) await makeOne(path, mode);
    await judgeFolder({ root, path });
  }
}

/**
 * Creates a folder that the user has named, links on the way to it included, and gives its real path: a `root` for the
 * others. `invalid_input` where a file is there, or a link that leads to nothing.
 */
export async function makeRootFolder(path: string, mode = 0o777): Promise<string> {
  try {
    await mkdir(path, { recursive: true, mode });
  } catch (error) {
    // A folder that is there is no error, and folders above are made: so this is something else.
    const code = errorCode(error);
    if (code !== 'EEXIST' && code !== 'ENOENT') throw error;
    const what = code === 'EEXIST' ? 'is no folder' : 'is a link to nothing, or leads over one';
    throw new AppError('invalid_input', `${path} ${what}; give a folder, or a path where nothing is yet`);
  }
  return realpath(path);
}

async function makeOne(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    // Another has made it meanwhile; what it is, is judged next.
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}
