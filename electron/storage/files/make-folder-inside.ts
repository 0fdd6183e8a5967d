import { mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { AppError } from '../../../shared/contract/errors.ts';
import { errorCode, storageFailure } from '../storage-failure.ts';
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
    await makeWithParents(path, mode);
    return await realpath(path);
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'EEXIST' && code !== 'ENOENT') throw storageFailure(error, `making the folder ${path}`);
    throw new AppError(
      'invalid_input',
      `${path} ${await whyNoFolder(path, code)}; give a folder, or a path where nothing is yet`,
    );
  }
}

/** One by one: where the system lets nobody make any, as in /proc, Node's own way would try again for ever. */
async function makeWithParents(path: string, mode: number): Promise<void> {
  if (await isFolder(path)) return;
  try {
    await makeOne(path, mode);
  } catch (error) {
    const parent = dirname(path);
    if (errorCode(error) !== 'ENOENT' || (await isFolder(parent))) throw error;
    await makeWithParents(parent, mode);
    await makeOne(path, mode);
  }
  if (!(await isFolder(path))) throw Object.assign(new Error(`${path} is no folder`), { code: 'EEXIST' });
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    found => found.isDirectory(),
    () => false,
  );

async function whyNoFolder(path: string, code: 'EEXIST' | 'ENOENT'): Promise<string> {
  if (code === 'ENOENT') return 'is where this system lets nobody make a folder';
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  return isThere ? 'is no folder' : 'is a link to nothing, or leads over one';
}

async function makeOne(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    // Another has made it meanwhile; what it is, is judged next.
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}
