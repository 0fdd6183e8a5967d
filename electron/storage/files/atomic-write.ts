import { randomBytes } from 'node:crypto';
import { chmod, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '../storage-failure.ts';

const temporaryName = /^\..+\.[0-9a-f]{16}\.tmp$/;

/** Files of other people stay readable to the group and others, as an editor would leave them. */
const newFileMode = 0o644;

/** A file that is to have a new content; `realPath` must be free of links (F14). */
export interface FileReplacement {
  readonly realPath: string;
  readonly content: string | Uint8Array;
}

/**
 * Replaces files so that a reader, a crash or a full disk finds the old or the new content, never a mixture (F2, F3):
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
      await writeSynced(temporary, content);
      await chmod(temporary, await modeOf(realPath));
    }
    beforeRenames();
    for (const { temporary, realPath } of staged) await rename(temporary, realPath);
  } catch (error) {
    // The first error is the one that counts.
    for (const { temporary } of staged) await unlink(temporary).catch(() => undefined);
    throw error;
  }
  for (const folder of new Set(files.map(file => dirname(file.realPath)))) await syncFolder(folder);
}

function temporaryPath(realPath: string): string {
  return join(dirname(realPath), `.${basename(realPath)}.${randomBytes(8).toString('hex')}.tmp`);
}

async function writeSynced(path: string, content: string | Uint8Array): Promise<void> {
  // `wx` is O_EXCL: nobody can have put a link there.
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function modeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).mode & 0o777;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return newFileMode;
    throw error;
  }
}

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

/** Removes temporary files that a killed process left behind; younger ones may belong to a save under way. */
export async function sweepTemporaryFiles(folder: string, nowMs: number, minAgeMs = 60_000): Promise<number> {
  const names = (await readdir(folder)).filter(name => temporaryName.test(name));
  let swept = 0;
  for (const name of names) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (nowMs - mtimeMs < minAgeMs) continue;
    await unlink(path);
    swept += 1;
  }
  return swept;
}
