import { type BigIntStats, constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type Sqlite from 'better-sqlite3';
import { judgeTarget, refusedTarget, type Target } from '../files/plain-target.ts';
import { errorCode } from '../storage-failure.ts';

/** What SQLite opens by itself, beside a database. */
const besides = ['-wal', '-shm', '-journal'] as const;

/** Refuses by name what is no plain file among those that SQLite would open: it follows names by itself, and writes what it finds. */
export async function judgeDatabaseFiles(target: Target): Promise<BigIntStats | undefined> {
  const found = await judgeTarget(target);
  for (const ending of besides) await judgeTarget(beside(target, ending));
  await refuseForeignJournal(beside(target, '-journal'));
  return found;
}

/** Opens a database after its files were judged, and looks again: one may have been replaced in between. */
export async function openJudged(target: Target, open: () => Sqlite.Database): Promise<Sqlite.Database> {
  const before = await judgeDatabaseFiles(target);
  const database = open();
  try {
    const after = await judgeTarget(target);
    if (
      after === undefined ||
      (before !== undefined && (after.ino !== before.ino || after.dev !== before.dev))
    )
      throw refusedTarget(target, 'was replaced while it was being opened; try again');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Bytes of a file; undefined where there is none. */
export async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The lock is a database that nothing was ever written to. */
export async function refuseFilledLock(target: Target): Promise<void> {
  const found = await judgeTarget(target);
  if (found !== undefined && found.size > 0n)
    throw refusedTarget(target, 'should be empty and is not, so it is no lock of Weft; delete it');
}

/** With these a journal ends when it belongs to several databases at once, and SQLite deletes the file it names. */
const endOfSharedJournal = Buffer.from('d9d505f920a163d7', 'hex');

/** Weft never writes to two databases in one transaction. */
async function refuseForeignJournal(journal: Target): Promise<void> {
  if (await endsWith(journal.path, endOfSharedJournal))
    throw refusedTarget(journal, 'names another file, and no journal of Weft does; delete it');
}

/** False also for what is gone or replaced meanwhile: whoever uses the database makes and removes journals. */
async function endsWith(path: string, ending: Buffer): Promise<boolean> {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined);
  if (file === undefined) return false;
  try {
    const { size } = await file.stat();
    const end = Buffer.alloc(ending.length);
    const { bytesRead } = await file.read(end, 0, end.length, Math.max(0, size - end.length));
    return bytesRead === ending.length && end.equals(ending);
  } finally {
    await file.close();
  }
}

const beside = ({ root, path }: Target, ending: string): Target => ({ root, path: path + ending });
