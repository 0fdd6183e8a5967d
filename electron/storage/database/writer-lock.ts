import { readFile, unlink, writeFile } from 'node:fs/promises';
import { AppError } from '../../../shared/contract/errors.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { errorCode } from '../storage-failure.ts';
import { takeSystemLock } from './system-lock.ts';

/** The right to write a project's database; one process has it at a time (F7). */
export interface WriterLock {
  /** False when the process that had it before died without closing. */
  readonly wasClosedCleanly: boolean;
  release(): Promise<void>;
}

const pauseMs = 100;
/** How long who has the lock is waited for: most have it for the length of a command. */
export const lockPatienceMs = 900;

/**
 * Takes the lock, or fails with `busy` when the patience is at its end; it is never stale (`system-lock.ts`).
 * A small file beside it names the holder for messages only; one left behind tells of an unclean end.
 */
export async function acquireWriterLock(
  databasePath: string,
  patienceMs: number = lockPatienceMs,
): Promise<WriterLock> {
  const holderPath = `${databasePath}.writer`;
  const lock = await takeSystemLock(`${databasePath}.lock`, { patienceMs, pauseMs });
  if (lock === undefined) throw await busyError(holderPath);
  const left = await readHolder(holderPath);
  await writeFile(holderPath, JSON.stringify({ pid: process.pid }), { mode: 0o600 });
  return {
    wasClosedCleanly: left === undefined,
    async release() {
      // Another folder may have taken the place of ours, with a holder of its own.
      if (lock.isInPlace()) await unlink(holderPath).catch(() => undefined); // gone already: somebody tidied up
      lock.release();
    },
  };
}

async function busyError(holderPath: string): Promise<AppError> {
  const pid = await readHolder(holderPath);
  const who = pid === undefined || pid === 'unknown' ? 'another Weft' : `another Weft (process ${pid})`;
  return new AppError(
    'busy',
    `${who} has this project open for writing; do it there, or close it and try again`,
    { pid: typeof pid === 'number' ? pid : undefined },
  );
}

async function readHolder(path: string): Promise<number | 'unknown' | undefined> {
  try {
    const holder: unknown = JSON.parse(await readFile(path, 'utf8'));
    const pid = isJsonObject(holder) ? holder.pid : undefined;
    return typeof pid === 'number' ? pid : 'unknown';
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? undefined : 'unknown';
  }
}
