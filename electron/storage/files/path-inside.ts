import { lstatSync, realpathSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import { errorCode } from '../storage-failure.ts';

/** True when `path` is `root` or below it; both absolute and free of links. A sibling with the same start is outside. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** A path of this machine with `/` between its parts. */
export const slashed = (path: string): string => path.replaceAll('\\', '/');

type Located =
  | { readonly kind: 'found'; readonly path: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Where a path really leads. What leads out of `root` is refused, whatever it is. `root` must be a real path. It asks the
 * system without the thread pool, whose way takes several times as long as the answer.
 */
export async function locateInside(root: string, path: string): Promise<Located> {
  try {
    const real = realpathSync.native(path);
    return isInside(root, real)
      ? { kind: 'found', path: real }
      : { kind: 'refused', reason: 'is a link that leads outside; put a copy here instead' };
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ELOOP') return { kind: 'refused', reason: 'is a link that leads back to itself' };
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR';
    // Whatever a link leads to, it keeps nobody from what is beside it.
    if (isLink(path))
      return {
        kind: 'refused',
        reason: isMissing
          ? 'is a link to a file that does not exist'
          : `is a link to where nothing can be looked at (${code})`,
      };
    if (!isMissing) throw error;
    return { kind: 'absent' };
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch (error) {
    if (errorCode(error) === 'ENOTDIR') return false;
    throw error;
  }
}

/** The names in a folder; none when it went after somebody saw it, as under git. */
export async function readNames(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return [];
    throw error;
  }
}
