import { type BigIntStats, constants } from 'node:fs';
import type Sqlite from 'better-sqlite3';
import { openPlainFile } from '../files/guarded-writes.ts';
import { entryAt, judgeTarget, refusedTarget, type Target } from '../files/plain-target.ts';

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
  const found = await entryAt(journal.path);
  if (found === undefined || found.size < endOfSharedJournal.length) return;
  const file = await openPlainFile(journal, constants.O_RDONLY);
  try {
    const end = Buffer.alloc(endOfSharedJournal.length);
    await file.read(end, 0, end.length, Number(found.size) - end.length);
    if (end.equals(endOfSharedJournal))
      throw refusedTarget(journal, 'names another file, and no journal of Weft does; delete it');
  } finally {
    await file.close();
  }
}

const beside = ({ root, path }: Target, ending: string): Target => ({ root, path: path + ending });
