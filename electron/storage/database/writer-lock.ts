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

const tries = 10;
const pauseMs = 100;

/**
 * Takes the lock, or fails with `busy` after a second. The lock is an exclusive transaction on an empty database
 * beside ours: the system lets go of it when its process dies, however that happens, so it can never be stale.
 * A small file beside it names the holder for messages only; one left behind tells of an unclean end.
 */
export async function acquireWriterLock(databasePath: string): Promise<WriterLock> {
  const holderPath = `${databasePath}.writer`;
  const lock = await lockFile(`${databasePath}.lock`, holderPath);
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

async function lockFile(path: string, holderPath: string): Promise<Sqlite.Database> {
  const Database = await loadSqlite();
  for (let attempt = 1; ; attempt += 1) {
    const lock = new Database(path, { timeout: 0 });
    try {
      lock.exec('BEGIN EXCLUSIVE');
      return lock;
    } catch (error) {
      lock.close();
      if (!errorCode(error)?.startsWith('SQLITE_BUSY')) throw error;
      if (attempt === tries) throw await busyError(holderPath);
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
