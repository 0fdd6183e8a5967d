import { dirname } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Target } from '../files/plain-target.ts';
import { openJudged, refuseFilledLock } from './database-files.ts';
import type { ReadableDatabase, WritableDatabase } from './sqlite.ts';

/** better-sqlite3 13 ships Node-API builds for these; Node 20 crashes on loading it. */
const leastNode = [22, 14] as const;
/** Older ones can corrupt a database when its write-ahead log is reset. */
const leastSqlite = [3, 51, 3] as const;

/** `unsupported` with what to do, before better-sqlite3 is touched. */
export function refuseOldNode(version: string = process.versions.node): void {
  if (isAtLeast(version, leastNode)) return;
  const wanted = leastNode.join('.');
  throw new AppError(
    'unsupported',
    `Weft needs Node ${wanted} or newer, this is ${version}; install a newer Node`,
  );
}

/** `unsupported` with what to do when the SQLite in use is too old. */
export function refuseOldSqlite(version: string): void {
  if (isAtLeast(version, leastSqlite)) return;
  const wanted = leastSqlite.join('.');
  throw new AppError(
    'unsupported',
    `Weft needs SQLite ${wanted} or newer, this is ${version}; run "npm ci" again`,
  );
}

function isAtLeast(version: string, least: readonly number[]): boolean {
  const parts = version.split('.').map(Number);
  for (const [index, wanted] of least.entries()) {
    const part = parts[index] ?? 0;
    if (part !== wanted) return part > wanted;
  }
  return true;
}

/** Loads SQLite on first use, so that work without a project never pays for it. */
export async function loadSqlite(): Promise<typeof Sqlite> {
  refuseOldNode();
  const { default: Database } = await import('better-sqlite3');
  return Database;
}

/** `root`: the real path of the folder whose files may be touched. `forbidden` where the schema is not of Weft. */
export async function openReadable(path: string, root = dirname(path)): Promise<ReadableDatabase> {
  const options = { readonly: true, fileMustExist: true, timeout: busyTimeoutMs };
  return openOwn({ root, path }, options, database => {
    // Kibibytes. The upper levels of all indexes of a large project stay in memory; more than that gains nothing.
    database.pragma('cache_size = -16384');
  });
}

/** `root`: the real path of the folder whose files may be touched. `forbidden` where the schema is not of Weft. */
export async function openWritable(path: string, root = dirname(path)): Promise<WritableDatabase> {
  return openOwn({ root, path }, { timeout: busyTimeoutMs }, database => {
    database.pragma('journal_mode = WAL');
    // In WAL mode the default would not sync every commit: an acknowledged write could be lost with the power.
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    database.pragma('journal_size_limit = 16777216');
  });
}

/**
 * Opens a database that nobody else uses, without a log beside it; with the journal in memory nothing of a broken
 * transaction can be taken back. `root`: the real path of the folder whose files may be touched.
 */
export async function openAlone(
  path: string,
  root: string,
  journal: 'DELETE' | 'MEMORY',
): Promise<WritableDatabase> {
  return openOwn({ root, path }, {}, database => {
    database.pragma(`journal_mode = ${journal}`);
  });
}

/**
 * Opens once more, to write, what this process has opened and looked at, for a thread that copies its log or checks it. It
 * goes without the schemas of all versions, which take longer to load than a log to copy.
 */
export async function openSeen(target: Target): Promise<WritableDatabase> {
  return openPlain(target, { fileMustExist: true }, database => {
    database.pragma('synchronous = FULL');
  });
}

/** The file may come from anywhere: before anything else its schema is read, and what Weft did not make is refused. */
async function openOwn(
  target: Target,
  options: Sqlite.Options,
  setUp: (database: Sqlite.Database) => void,
): Promise<WritableDatabase> {
  const Database = await loadSqlite();
  const { refuseForeignSchema } = await import('./foreign-schema.ts');
  return openPlain(target, options, database => {
    refuseForeignSchema(target, database, () => new Database(':memory:'));
    setUp(database);
  });
}

async function openPlain(
  target: Target,
  options: Sqlite.Options,
  setUp: (database: Sqlite.Database) => void,
): Promise<WritableDatabase> {
  const Database = await loadSqlite();
  const database = await openJudged(target, () => new Database(target.path, options));
  try {
    checkVersion(database);
    // What stands in a schema calls no function with effects, and pages are looked through.
    database.pragma('trusted_schema = OFF');
    database.pragma('cell_size_check = ON');
    setUp(database);
    return database as WritableDatabase; // the brand exists for the compiler only
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens the empty database whose lock says who may write; it never has anything beside it. */
export async function openLock(target: Target): Promise<Sqlite.Database> {
  const Database = await loadSqlite();
  await refuseFilledLock(target);
  return openJudged(target, () => new Database(target.path, { timeout: 0 }));
}

/** Readers of other processes hold the database for milliseconds only. */
const busyTimeoutMs = 2000;

function checkVersion(database: Sqlite.Database): void {
  const version: unknown = database.prepare('SELECT sqlite_version()').pluck().get();
  refuseOldSqlite(String(version));
}
