import { constants } from 'node:fs';
import { join } from 'node:path';
import type { DamageReport } from '../../../shared/contract/backups.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { createBackup } from '../backups/backup-files.ts';
import { firstUnsoundRow } from '../backups/find-unsound.ts';
import { workAside } from '../bulk/work-aside.ts';
import { openPlainFile } from '../files/guarded-writes.ts';
import { makeMachineFolder } from '../files/machine-folder.ts';
import { judgeTarget, type Target } from '../files/plain-target.ts';
import { createPause } from '../pause.ts';
import { finishReplacement, hasLostAll, repairDatabase } from '../salvage/repair-database.ts';
import { hasTornLog } from '../salvage/write-ahead-log.ts';
import { errorCode } from '../storage-failure.ts';
import { judgeDatabaseFiles, sizeOf } from './database-files.ts';
import { isSchemaSound, migrate, schemaState, schemaVersion } from './migrate.ts';
import { openWritable } from './open-sqlite.ts';
import { noteDatabaseFiles } from './placed-files.ts';
import type { WritableDatabase } from './sqlite.ts';
import { acquireWriterLock } from './writer-lock.ts';

/** The writing connection with the lock that allows it. */
export interface Writer {
  readonly database: WritableDatabase;
  /** What was done about damage that was found. */
  readonly damage: DamageReport | undefined;
  /** False when what it writes is not what stands there, or others may write as well. */
  readonly isInPlace: () => boolean;
  close(): Promise<void>;
}

/** Looking through more than this takes too long for every start; it is done after an unclean end only. */
const quickCheckBytes = 64 * 1024 * 1024;

/** Not among them: busy, unreadable, full. The plain error is a schema that SQLite cannot make sense of. */
const damageCodes = /^SQLITE_(?:CORRUPT.*|NOTADB|ERROR)$/;

interface OpeningOptions {
  /** How long another writer is waited for. */
  readonly patienceMs: number;
  /** SQLite has met what looks like damage, which need not show in a quick check. */
  readonly isSuspect: boolean;
  /** Closes what this process has open of the database, of which else its locks go: with the first other file on it that is closed. */
  readonly beforeRepair: () => void;
}

/**
 * Opens a project's database for writing, in this order: lock, check, schema (design rules of the fault list).
 * A damaged one is kept aside, and a new one made of all that can be read and of the newest backup.
 */
export async function openForWriting(
  root: string,
  file: string,
  nowIso: () => string,
  { patienceMs, isSuspect, beforeRepair }: OpeningOptions,
): Promise<Writer> {
  const path = await prepareFolder(root, file);
  const lock = await acquireWriterLock(path, patienceMs, root);
  try {
    await finishReplacement(root, path);
    await judgeDatabaseFiles({ root, path });
    const usual = lock.wasClosedCleanly ? 'if small' : 'quick';
    const isLost = await hasLostAll(root, path, lock.wasClosedCleanly);
    const damage =
      isLost ||
      // Before SQLite sees it: it would throw away what follows the damage.
      (await inStretches(hasTornLog(path), createPause())) ||
      (await isDamaged({ root, path }, isSuspect ? 'full' : usual, beforeRepair))
        ? await repair(root, path, nowIso(), beforeRepair)
        : undefined;
    const database = await openCurrent(root, path, nowIso);
    const files = noteDatabaseFiles(path);
    return {
      database,
      damage,
      isInPlace: () => files.isInPlace() && lock.isInPlace(),
      async close() {
        files.close(database);
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Opens it with the schema of now; whoever is refused on the way has nothing open. */
async function openCurrent(root: string, path: string, nowIso: () => string): Promise<WritableDatabase> {
  const database = await openWritable(path, root);
  try {
    if (schemaVersion(database) > 0 && schemaState(database) === 'older')
      await createBackup({ root, database: path, reason: 'update', nowIso: nowIso() });
    migrate(database);
    // From here on whoever writes brings the log to the disk: `LogToDisk`.
    database.pragma('synchronous = NORMAL');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function repair(root: string, path: string, nowIso: string, beforeRepair: () => void): Promise<DamageReport> {
  beforeRepair();
  return repairDatabase(root, path, nowIso);
}

async function prepareFolder(root: string, file: string): Promise<string> {
  const path = join(root, file);
  if ((await judgeTarget({ root, path })) === undefined) await makeMachineFolder(root);
  return path;
}

/** Only damage that is seen twice, under the lock, counts: a busy or unreachable disk is no damage. */
async function isDamaged(
  target: Target,
  thoroughness: 'if small' | 'quick' | 'full',
  letGo: () => void,
): Promise<boolean> {
  const size = await sizeOf(target.path);
  if (size === undefined || size === 0) return false;
  const small = size <= quickCheckBytes ? 'quick' : 'none';
  const check = thoroughness === 'if small' ? small : thoroughness;
  return (await showsDamage(target, check, letGo)) && (await showsDamage(target, check, letGo));
}

/** A quick check does not compare indexes with their tables; only a full one does, and looks at the hash of each row. */
const checks: Readonly<
  Record<'none' | 'quick' | 'full', (database: WritableDatabase, target: Target) => Promise<boolean>>
> = {
  none: async () => true,
  quick: async (_, target) => (await workAside('quick check', target)) === 'ok',
  full: async (database, target) =>
    (await workAside('integrity check', target)) === 'ok' &&
    database.pragma('foreign_key_check', { simple: true }) === undefined &&
    isSchemaSound(database) &&
    (await firstUnsoundRow(database)) === undefined,
};

async function showsDamage(target: Target, check: keyof typeof checks, letGo: () => void): Promise<boolean> {
  try {
    return await failsCheck(target, check);
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (damageCodes.test(code)) return true;
    if (code !== 'SQLITE_READONLY') throw error;
    letGo();
    if (await forbidsWriting(target)) return true;
    throw error;
  }
}

async function failsCheck(target: Target, check: keyof typeof checks): Promise<boolean> {
  const database = await openWritable(target.path, target.root);
  try {
    database.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${schemaVersion(database)}; ROLLBACK`);
    if (!(await checks[check](database, target)) || !isSchemaSound(database)) return true;
    // What is not as it was written is no backup to go back to, and without one no schema is changed.
    return schemaState(database) === 'older' && (await firstUnsoundRow(database)) !== undefined;
  } finally {
    database.close();
  }
}

/**
 * Whether the header itself calls the file read-only, by a version of the format that only damage can have left there.
 * Nobody in this process has it open: its locks would go with this look.
 */
async function forbidsWriting(target: Target): Promise<boolean> {
  const file = await openPlainFile(target, constants.O_RDONLY);
  try {
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, writeVersionAt);
    return buffer.readUInt8() > newestWriteVersion;
  } finally {
    await file.close();
  }
}

const writeVersionAt = 18;
const newestWriteVersion = 2;
