import { constants } from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from '../../../shared/contract/errors.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { openPlainFile, removeIfThere } from '../files/guarded-writes.ts';
import { parseJson } from '../files/json-text.ts';
import { entryAt, type Target } from '../files/plain-target.ts';
import { readTextFile } from '../files/read-text-file.ts';
import { takeSystemLock } from './system-lock.ts';

/** The right to write a project's database; one process has it at a time. */
interface WriterLock {
  /** False when the process that had it before died without closing. */
  readonly wasClosedCleanly: boolean;
  /** False when its file was taken away, so that another process may have it as well. */
  isInPlace(): boolean;
  release(): Promise<void>;
}

const pauseMs = 100;
/** How long who has the lock is waited for: most have it for the length of a command. */
export const lockPatienceMs = 900;

/**
 * Takes the lock, or fails with `busy` when the patience is at its end; it is never stale (`system-lock.ts`).
 * A small file beside it names the holder for messages only; one left behind tells of an unclean end.
 * `root`: the real path of the folder whose files may be touched.
 */
export async function acquireWriterLock(
  databasePath: string,
  patienceMs: number = lockPatienceMs,
  root = dirname(databasePath),
): Promise<WriterLock> {
  const holder = { root, path: `${databasePath}.writer` };
  const lock = await takeSystemLock({ root, path: `${databasePath}.lock` }, { patienceMs, pauseMs });
  if (lock === undefined) throw await busyError(holder);
  try {
    const left = await readHolder(holder);
    await nameHolder(holder);
    return {
      wasClosedCleanly: left === undefined,
      isInPlace: lock.isInPlace,
      async release() {
        // Another folder may have taken the place of ours, with a holder of its own. What cannot be removed is only a name.
        if (lock.isInPlace()) await removeIfThere(holder).catch(() => undefined);
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Who has the lock now, without a process where its name cannot be read; undefined where nobody has. Not for a process that has it. */
export async function findWriter(
  databasePath: string,
  root = dirname(databasePath),
): Promise<{ readonly pid?: number } | undefined> {
  const path = `${databasePath}.lock`;
  if ((await entryAt(path)) === undefined) return undefined;
  const lock = await takeSystemLock({ root, path }, { patienceMs: 0, pauseMs });
  lock?.release();
  if (lock !== undefined) return undefined;
  const pid = await readHolder({ root, path: `${databasePath}.writer` });
  return typeof pid === 'number' ? { pid } : {};
}

async function nameHolder(holder: Target): Promise<void> {
  const file = await openPlainFile(holder, constants.O_WRONLY | constants.O_CREAT, 0o600);
  try {
    await file.truncate();
    await file.writeFile(JSON.stringify({ pid: process.pid }));
  } finally {
    await file.close();
  }
}

async function busyError(holder: Target): Promise<AppError> {
  const pid = await readHolder(holder);
  const who = pid === undefined || pid === 'unknown' ? 'another Weft' : `another Weft (process ${pid})`;
  return new AppError(
    'busy',
    `${who} has this project open for writing; do it there, or close it and try again`,
    { pid: typeof pid === 'number' ? pid : undefined },
  );
}

async function readHolder({ path }: Target): Promise<number | 'unknown' | undefined> {
  if ((await entryAt(path)) === undefined) return undefined;
  const file = await readTextFile(path);
  const parsed = file.kind === 'text' ? parseJson(file.text) : undefined;
  const holder = parsed?.kind === 'parsed' ? parsed.value : undefined;
  const pid = isJsonObject(holder) ? holder.pid : undefined;
  return typeof pid === 'number' ? pid : 'unknown';
}
