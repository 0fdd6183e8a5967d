import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readdir, rename } from 'node:fs/promises';
import { basename, dirname, join, parse } from 'node:path';
import { openPlainFile, removeFile, removeIfThere } from './guarded-writes.ts';
import { entryAt, judgeTarget, type Target } from './plain-target.ts';

/** Whether a name is that of a file that is being written, or was when its process ended. */
export const isTemporaryFile = (name: string): boolean => /^\..+\.[0-9a-f]{16}\.tmp$/s.test(name);

/** Files of other people stay readable to the group and others, as an editor would leave them. */
const newFileMode = 0o644;

/** A file that is to have a new content; `realPath` must be free of links, else it is refused. */
export interface FileReplacement {
  readonly realPath: string;
  readonly content: string | Uint8Array;
}

/**
 * Replaces files so that a reader, a crash or a full disk finds the old or the new content, never a mixture:
 * temporary file beside it, fsync, rename, fsync of the folder. Everything that can run out or be refused comes
 * before the first rename, so that of several files all are replaced or none. `beforeRenames` may refuse as well: what
 * was written into one folder cannot be renamed within another that has taken its place.
 */
export async function writeFilesAtomically(
  files: readonly FileReplacement[],
  beforeRenames: () => void = () => {},
): Promise<void> {
  const staged: { readonly temporary: string; readonly realPath: string }[] = [];
  try {
    for (const { realPath, content } of files) {
      const temporary = temporaryPath(realPath);
      staged.push({ temporary, realPath });
      const there = await judgeTarget(fromTheRoot(realPath));
      const mode = there === undefined ? newFileMode : Number(there.mode) & 0o777;
      await writeSynced(temporary, content, mode);
    }
    beforeRenames();
    for (const { temporary, realPath } of staged) await rename(temporary, realPath);
  } catch (error) {
    // The first error is the one that counts.
    for (const { temporary } of staged) await removeFile(fromTheRoot(temporary)).catch(() => undefined);
    throw error;
  }
  for (const folder of new Set(files.map(file => dirname(file.realPath)))) await syncFolder(folder);
}

function temporaryPath(realPath: string): string {
  return join(dirname(realPath), `.${basename(realPath)}.${randomBytes(8).toString('hex')}.tmp`);
}

async function writeSynced(path: string, content: string | Uint8Array, mode: number): Promise<void> {
  const { O_WRONLY, O_CREAT, O_EXCL } = constants;
  const handle = await openPlainFile(fromTheRoot(path), O_WRONLY | O_CREAT | O_EXCL, 0o600);
  try {
    await handle.writeFile(content);
    await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The whole way down is judged: a link anywhere on it would lead to another folder. */
const fromTheRoot = (path: string): Target => ({ root: parse(path).root, path });

/** Makes a rename or unlink in the folder last through a power cut. Windows cannot open folders, and needs no such call. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Longer than any save takes: that of hundreds of files on a slow disk takes minutes. */
export const leftAfterMs = 3_600_000;

/** Removes temporary files that a killed process left behind; younger ones may belong to a save under way. */
export async function sweepTemporaryFiles(folder: string, nowMs: number): Promise<number> {
  const names = (await readdir(folder)).filter(isTemporaryFile);
  let swept = 0;
  for (const name of names) {
    const path = join(folder, name);
    const found = await entryAt(path);
    if (found?.isFile() !== true || nowMs - Number(found.mtimeMs) < leftAfterMs) continue;
    // Another process may sweep as well.
    await removeIfThere(fromTheRoot(path));
    swept += 1;
  }
  return swept;
}
