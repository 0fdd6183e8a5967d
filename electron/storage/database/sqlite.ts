import { dirname } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Target } from '../files/plain-target.ts';
import { openJudged, refuseFilledLock } from './database-files.ts';

declare const readable: unique symbol;
declare const writable: unique symbol;

/** A connection that may only look; every read function takes this. */
export type ReadableDatabase = Sqlite.Database & { readonly [readable]: true };
/** The one connection that may change something, and only inside a transaction of the content database. */
export type WritableDatabase = ReadableDatabase & { readonly [writable]: true };

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

/** `root`: the real path of the folder whose files may be touched. */
export async function openReadable(path: string, root = dirname(path)): Promise<ReadableDatabase> {
  const Database = await loadSqlite();
  const options = { readonly: true, fileMustExist: true, timeout: busyTimeoutMs };
  const database = await openJudged({ root, path }, () => new Database(path, options));
  checkVersion(database);
  distrustFile(database);
  // Kibibytes. The upper levels of all indexes of a large project stay in memory; more than that gains nothing.
  database.pragma('cache_size = -16384');
  return database as ReadableDatabase; // the brand exists for the compiler only
}

/** `root`: the real path of the folder whose files may be touched. */
export async function openWritable(path: string, root = dirname(path)): Promise<WritableDatabase> {
  const Database = await loadSqlite();
  const database = await openJudged({ root, path }, () => new Database(path, { timeout: busyTimeoutMs }));
  checkVersion(database);
  distrustFile(database);
  database.pragma('journal_mode = WAL');
  // In WAL mode the default would not sync every commit: an acknowledged write could be lost with the power (F3).
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  database.pragma('journal_size_limit = 16777216');
  return database as WritableDatabase; // the brand exists for the compiler only
}

/** The file may come from anywhere: what stands in its schema calls no function with effects, and pages are looked through. */
function distrustFile(database: Sqlite.Database): void {
  database.pragma('trusted_schema = OFF');
  database.pragma('cell_size_check = ON');
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
  const Database = await loadSqlite();
  const database = await openJudged({ root, path }, () => new Database(path));
  distrustFile(database);
  database.pragma(`journal_mode = ${journal}`);
  return database as WritableDatabase; // the brand exists for the compiler only
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

/** Runs queries on one state of the database; the locks are taken once for all of them. */
export function readTogether<Result>(database: ReadableDatabase, work: () => Result): Result {
  if (database.inTransaction) return work();
  prepare(database, 'BEGIN').run();
  try {
    return work();
  } finally {
    // What damages a query may have ended it already.
    if (database.inTransaction) prepare(database, 'COMMIT').run();
  }
}

const statements = new WeakMap<ReadableDatabase, Map<string, Sqlite.Statement>>();

/** Prepares a statement once per connection. */
export function prepare(database: ReadableDatabase, sql: string): Sqlite.Statement {
  const known = statements.get(database) ?? new Map<string, Sqlite.Statement>();
  statements.set(database, known);
  const statement = known.get(sql) ?? database.prepare(sql);
  known.set(sql, statement);
  return statement;
}
