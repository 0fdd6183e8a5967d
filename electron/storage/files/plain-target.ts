import { type BigIntStats, lstatSync } from 'node:fs';
import { dirname, join, parse, relative, sep } from 'node:path';
import { AppError } from '../../../shared/contract/errors.ts';
import { isInside } from './path-inside.ts';

/** Where Weft is about to write: `path` is below `root`, which must be a real path. */
export interface Target {
  readonly root: string;
  readonly path: string;
}

/**
 * Refuses with `forbidden`, by name, a path at which writing would reach something else than a plain file of this
 * folder: links, also among the folders above it, hard links, folders, pipes, devices. Gives what is there now.
 */
export async function judgeTarget(target: Target): Promise<BigIntStats | undefined> {
  return judgeTargetNow(target);
}

/** The same, for whoever opens it in this thread. */
export function judgeTargetNow({ root, path }: Target): BigIntStats | undefined {
  judgeWay({ root, path: dirname(path) });
  const found = look(path);
  if (found !== undefined) refuseOtherThan('file', { root, path }, found);
  return found;
}

/** Refuses by name a folder that is a link, or has one above it; it may be missing. */
export async function judgeFolder(target: Target): Promise<void> {
  judgeWay(target);
}

function judgeWay({ root, path }: Target): void {
  if (!isInside(root, path)) throw refusedTarget({ root, path }, 'leads out of the folder');
  if (path === root) return;
  let at = root;
  for (const segment of relative(root, path).split(sep)) {
    at = join(at, segment);
    const found = look(at);
    if (found === undefined) return;
    refuseOtherThan('folder', { root, path: at }, found);
  }
}

function refuseOtherThan(wanted: 'file' | 'folder', target: Target, found: BigIntStats): void {
  const reason = wanted === 'file' ? whyNoPlainFile(found) : whyNoFolder(found);
  if (reason !== undefined) throw refusedTarget(target, reason);
}

export function refusedTarget(target: Target, reason: string): AppError {
  // Below the root of the disk a name without its first slash is another place.
  const file = target.root === parse(target.root).root ? target.path : fileInside(target);
  return new AppError('forbidden', `${file} ${reason}; nothing was written there`, { file });
}

/** The path within the folder, with forward slashes. */
export const fileInside = ({ root, path }: Target): string => relative(root, path).split(sep).join('/');

/** What is at a path, the link itself where it is one; undefined when there is nothing. */
export async function entryAt(path: string): Promise<BigIntStats | undefined> {
  return look(path);
}

/** In this thread: a look takes microseconds, and to hand it to another and to wait for it ten times as long. */
const look = (path: string): BigIntStats | undefined =>
  lstatSync(path, { bigint: true, throwIfNoEntry: false });

function whyNoPlainFile(found: BigIntStats): string | undefined {
  if (found.isSymbolicLink()) return 'is a link, and Weft writes through none; put a copy here instead';
  if (found.isDirectory()) return 'is a folder, not a file; move it away';
  if (!found.isFile()) return 'is no regular file; move it away';
  if (found.nlink > 1n) return 'has another name elsewhere on the disk (hard link); put a copy here instead';
  return undefined;
}

function whyNoFolder(found: BigIntStats): string | undefined {
  if (found.isSymbolicLink()) return 'is a link, and Weft writes through none; put a folder here instead';
  return found.isDirectory() ? undefined : 'is a file, not a folder; move it away';
}
