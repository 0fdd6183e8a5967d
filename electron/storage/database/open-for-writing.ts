import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../shared/contract/errors.ts';
import { createBackup } from '../backups/backup-files.ts';
import { firstUnsoundRow } from '../backups/find-unsound.ts';
import { makeMachineFolder } from '../files/machine-folder.ts';
import { locateInside } from '../files/path-inside.ts';
import { pageBytes } from '../salvage/database-pages.ts';
import {
  type DamageReport,
  finishReplacement,
  hasLostAll,
  repairDatabase,
} from '../salvage/repair-database.ts';
import { errorCode } from '../storage-failure.ts';
import { isSchemaSound, migrate, schemaState, schemaVersion } from './migrate.ts';
import { openWritable, type WritableDatabase } from './sqlite.ts';
import { acquireWriterLock } from './writer-lock.ts';

/** The writing connection with the lock that allows it. */
export interface Writer {
  readonly database: WritableDatabase;
  /** What was done about damage that was found. */
  readonly damage: DamageReport | undefined;
  close(): Promise<void>;
}

/** Looking through more than this takes too long for every start; it is done after an unclean end only. */
const quickCheckBytes = 64 * 1024 * 1024;

/** Not among them: busy, unreadable, full. The plain error is a schema that SQLite cannot make sense of. */
const damageCodes = /^SQLITE_(?:CORRUPT.*|NOTADB|ERROR)$/;

export interface OpeningOptions {
  /** How long another writer is waited for. */
  readonly patienceMs: number;
  /** SQLite has met what looks like damage, which need not show in a quick check. */
  readonly isSuspect: boolean;
}

/**
 * Opens a project's database for writing, in this order: lock, check, schema (design rules of the fault list).
 * A damaged one is kept aside, and a new one made of all that can be read and of the newest backup (F5).
 */
export async function openForWriting(
  root: string,
  file: string,
  nowIso: () => string,
  { patienceMs, isSuspect }: OpeningOptions,
): Promise<Writer> {
  const path = await prepareFolder(root, file);
  const lock = await acquireWriterLock(path, patienceMs);
  try {
    await finishReplacement(path);
    const usual = lock.wasClosedCleanly ? 'if small' : 'quick';
    const isLost = await hasLostAll(root, path, lock.wasClosedCleanly);
    const damage =
      isLost || (await isDamaged(path, isSuspect ? 'full' : usual))
        ? await repairDatabase(root, path, nowIso())
        : undefined;
    const database = await openWritable(path);
    if (schemaVersion(database) > 0 && schemaState(database) === 'older')
      await createBackup({ root, database: path, reason: 'update', nowIso: nowIso() });
    migrate(database);
    return {
      database,
      damage,
      async close() {
        database.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function prepareFolder(root: string, file: string): Promise<string> {
  const path = join(root, file);
  const located = await locateInside(root, path);
  if (located.kind === 'refused') throw new AppError('forbidden', `${file} ${located.reason}`);
  if (located.kind === 'found') return located.path;
  await makeMachineFolder(root);
  return path;
}

/** Only damage that is seen twice, under the lock, counts: a busy or unreachable disk is no damage (F6). */
async function isDamaged(path: string, thoroughness: 'if small' | 'quick' | 'full'): Promise<boolean> {
  const size = await sizeOf(path);
  if (size === undefined || size === 0) return false;
  const small = size <= quickCheckBytes ? 'quick' : 'none';
  const check = thoroughness === 'if small' ? small : thoroughness;
  return (await showsDamage(path, check)) && (await showsDamage(path, check));
}

/** A quick check does not compare indexes with their tables; only a full one does, and looks at the hash of each row. */
const checks: Readonly<
  Record<'none' | 'quick' | 'full', (database: WritableDatabase) => boolean | Promise<boolean>>
> = {
  none: () => true,
  quick: database => database.pragma('quick_check(1)', { simple: true }) === 'ok',
  full: async database =>
    database.pragma('integrity_check(1)', { simple: true }) === 'ok' &&
    database.pragma('foreign_key_check', { simple: true }) === undefined &&
    isSchemaSound(database) &&
    (await firstUnsoundRow(database)) === undefined,
};

/** What no version of SQLite that knows this format writes otherwise: it would call the file read-only, or no database. */
async function isHeaderSound(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const header = Buffer.alloc(24);
    await file.read(header, 0, header.length, 0);
    const [writes = 0, reads = 0, ...fractions] = header.subarray(18, 24);
    return (
      header.readUInt16BE(16) === pageBytes && writes <= 2 && reads <= 2 && fractions.join() === '0,64,32,32'
    );
  } finally {
    await file.close();
  }
}

async function showsDamage(path: string, check: keyof typeof checks): Promise<boolean> {
  if (!(await isHeaderSound(path))) return true;
  let database: WritableDatabase | undefined;
  try {
    database = await openWritable(path);
    return !(await checks[check](database)) || !isSchemaSound(database);
  } catch (error) {
    if (damageCodes.test(errorCode(error) ?? '')) return true;
    throw error;
  } finally {
    database?.close();
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
