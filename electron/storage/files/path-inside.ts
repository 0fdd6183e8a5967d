import { lstat, realpath } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import { errorCode } from '../storage-failure.ts';

/** True when `path` is `root` or below it; both absolute and free of links. A sibling with the same start is outside. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

export type Located =
  | { readonly kind: 'found'; readonly path: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly reason: string };

/** Where a path really leads. What leads out of `root` is refused, whatever it is. `root` must be a real path. */
export async function locateInside(root: string, path: string): Promise<Located> {
  if (!(await entryExists(path))) return { kind: 'absent' };
  try {
    const real = await realpath(path);
    return isInside(root, real)
      ? { kind: 'found', path: real }
      : { kind: 'refused', reason: 'is a link that leads outside; put a copy here instead' };
  } catch (error) {
    const code = errorCode(error);
    // Deleted between the two calls, which a file under git or an editor often is.
    if (code === 'ENOENT' && !(await entryExists(path))) return { kind: 'absent' };
    if (code === 'ENOENT') return { kind: 'refused', reason: 'is a link to a file that does not exist' };
    if (code === 'ELOOP') return { kind: 'refused', reason: 'is a link that leads back to itself' };
    throw error;
  }
}

async function entryExists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    // A loop further up: `realpath` says so in words.
    if (code === 'ELOOP') return true;
    throw error;
  }
}
