import { readFile, unlink, writeFile } from 'node:fs/promises';
import type Sqlite from 'better-sqlite3';
import { AppError } from '../../../shared/contract/errors.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { errorCode } from '../storage-failure.ts';
import { loadSqlite } from './sqlite.ts';

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
 * Takes the lock, or fails with `busy` when the patience is at its end. The lock is an exclusive transaction on an empty database
 * beside ours: the system lets go of it when its process dies, however that happens, so it can never be stale.
 * A small file beside it names the holder for messages only; one left behind tells of an unclean end.
 */
export async function acquireWriterLock(
  databasePath: string,
  patienceMs: number = lockPatienceMs,
): Promise<WriterLock> {
  const holderPath = `${databasePath}.writer`;
  const lock = await lockFile(`${databasePath}.lock`, holderPath, patienceMs);
  const left = await readHolder(holderPath);
  await writeFile(holderPath, JSON.stringify({ pid: process.pid }), { mode: 0o600 });
  return {
    wasClosedCleanly: left === undefined,
    async release() {
      await unlink(holderPath).catch(() => undefined); // gone already: somebody tidied up
      lock.close();
    },
  };
}

async function lockFile(path: string, holderPath: string, patienceMs: number): Promise<Sqlite.Database> {
  const Database = await loadSqlite();
  for (let waited = 0; ; waited += pauseMs) {
    const lock = new Database(path, { timeout: 0 });
    try {
      lock.exec('BEGIN EXCLUSIVE');
      return lock;
    } catch (error) {
      lock.close();
      if (!errorCode(error)?.startsWith('SQLITE_BUSY')) throw error;
      if (waited >= patienceMs) throw await busyError(holderPath);
    }
    await new Promise(resume => setTimeout(resume, pauseMs));
  }
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
