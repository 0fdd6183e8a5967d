import { type BigIntStats, closeSync, constants, fdatasync, fstatSync, openSync } from 'node:fs';
import { copyFile, type FileHandle, open, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { errorCode } from '../storage-failure.ts';
import {
  entryAt,
  judgeFolder,
  judgeTarget,
  judgeTargetNow,
  refusedTarget,
  type Target,
} from './plain-target.ts';

/**
 * Opens a plain file for writing, and nothing else: a link, a pipe or a second name is refused by name, also when it
 * was put there while the file was being opened. `flags` as for `open`; whoever empties the file does so by its handle.
 */
export async function openPlainFile(target: Target, flags: number, mode = 0o644): Promise<FileHandle> {
  await judgeTarget(target);
  const handle = await openWithoutFollowing(target, flags, mode);
  try {
    // What was opened must be what stands there: a folder above may have become a link in between.
    refuseReplaced(target, await handle.stat({ bigint: true }));
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * Brings a plain file that is in use to the disk; only that is done by another thread. Opening what is in use waits for no
 * disk, and takes a tenth of what handing it to another thread does.
 */
export async function syncPlainFile(target: Target): Promise<void> {
  const descriptor = openPlainFileNow(target, constants.O_RDWR);
  try {
    await datasync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

const datasync = promisify(fdatasync);

function openPlainFileNow(target: Target, flags: number): number {
  judgeTargetNow(target);
  const descriptor = openNow(target, flags);
  try {
    refuseReplaced(target, fstatSync(descriptor, { bigint: true }));
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

function refuseReplaced(target: Target, opened: BigIntStats): void {
  const there = judgeTargetNow(target);
  if (opened.ino !== there?.ino || opened.dev !== there.dev)
    throw refusedTarget(target, 'was replaced while it was being opened; try again');
}

/** Windows knows neither flag; there the looks before and after have to do. */
const withoutFollowing = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

async function openWithoutFollowing(target: Target, flags: number, mode: number): Promise<FileHandle> {
  try {
    return await open(target.path, flags | withoutFollowing, mode);
  } catch (error) {
    throw sayingWhatItIs(target, error);
  }
}

function openNow(target: Target, flags: number): number {
  try {
    return openSync(target.path, flags | withoutFollowing);
  } catch (error) {
    throw sayingWhatItIs(target, error);
  }
}

/** What opening met, told in words where it is a link or a pipe. */
function sayingWhatItIs(target: Target, error: unknown): unknown {
  const code = errorCode(error);
  return code === 'ELOOP' || code === 'ENXIO'
    ? refusedTarget(target, 'is no regular file; move it away')
    : error;
}

/** Makes a file that must not be there yet (`EEXIST`), with all of its content or not at all. */
export async function createFile(target: Target, content: string | Uint8Array, mode = 0o644): Promise<void> {
  const { O_WRONLY, O_CREAT, O_EXCL } = constants;
  const handle = await openPlainFile(target, O_WRONLY | O_CREAT | O_EXCL, mode);
  try {
    await handle.writeFile(content).finally(() => handle.close());
  } catch (error) {
    // The first error is the one that counts.
    await removeFile(target).catch(() => undefined);
    throw error;
  }
}

/** Removes a name; of a link the link goes, not what it leads to. The folders above must be no links. `ENOENT` when it is gone. */
export async function removeFile({ root, path }: Target): Promise<void> {
  await judgeFolder({ root, path: dirname(path) });
  await unlink(path);
}

/** As `removeFile`, and content where there is nothing. */
export async function removeIfThere(target: Target): Promise<void> {
  try {
    await removeFile(target);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

/** Removes a folder with all that is in it, where there is one; links in it go, what they lead to stays. */
export async function removeFolder(target: Target): Promise<void> {
  await judgeFolder(target);
  await rm(target.path, { recursive: true, force: true });
}

/** Removes a folder where nothing is in it any more. */
export async function removeEmptyFolder(target: Target): Promise<void> {
  await judgeFolder(target);
  try {
    await rmdir(target.path);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(errorCode(error) ?? '')) throw error;
  }
}

/** Moves a file or folder to a name that is free; of a link the link. The folders above both must be no links. */
export async function moveInside(root: string, from: string, to: string): Promise<void> {
  for (const path of [from, to]) await judgeFolder({ root, path: dirname(path) });
  if ((await entryAt(to)) !== undefined) throw refusedTarget({ root, path: to }, 'is there already');
  await rename(from, to);
}

/** Moves a plain file to the place of another, or to a free name. */
export async function replaceFile(root: string, from: string, to: string): Promise<void> {
  for (const path of [from, to]) await judgeTarget({ root, path });
  await rename(from, to);
}

/** Copies a plain file to a name that must be free (`EEXIST`). */
export async function copyPlainFile(from: Target, path: string): Promise<void> {
  await judgeTarget(from);
  await judgeTarget({ root: from.root, path });
  await copyFile(from.path, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
}
