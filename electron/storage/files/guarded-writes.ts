import { constants } from 'node:fs';
import { copyFile, type FileHandle, open, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../storage-failure.ts';
import { entryAt, judgeFolder, judgeTarget, refusedTarget, type Target } from './plain-target.ts';

/**
 * Opens a plain file for writing, and nothing else: a link, a pipe or a second name is refused by name, also when it
 * was put there while the file was being opened. `flags` as for `open`; whoever empties the file does so by its handle.
 */
export async function openPlainFile(target: Target, flags: number, mode = 0o644): Promise<FileHandle> {
  await judgeTarget(target);
  const handle = await openWithoutFollowing(target, flags, mode);
  try {
    // What was opened must be what stands there: a folder above may have become a link in between.
    const [opened, there] = [await handle.stat({ bigint: true }), await judgeTarget(target)];
    if (opened.ino !== there?.ino || opened.dev !== there.dev)
      throw refusedTarget(target, 'was replaced while it was being opened; try again');
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Windows knows neither flag; there the looks before and after have to do. */
async function openWithoutFollowing(target: Target, flags: number, mode: number): Promise<FileHandle> {
  const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  try {
    return await open(target.path, flags | O_NOFOLLOW | O_NONBLOCK, mode);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ELOOP' || code === 'ENXIO') throw refusedTarget(target, 'is no regular file; move it away');
    throw error;
  }
}

/** Makes a file that must not be there yet (`EEXIST`). */
export async function createFile(target: Target, content: string | Uint8Array, mode = 0o644): Promise<void> {
  const { O_WRONLY, O_CREAT, O_EXCL } = constants;
  const handle = await openPlainFile(target, O_WRONLY | O_CREAT | O_EXCL, mode);
  try {
    await handle.writeFile(content);
  } finally {
    await handle.close();
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
