import { existsSync } from 'node:fs';
import { copyFile, open, rm } from 'node:fs/promises';
import { migrate, schemaVersion } from '../database/migrate.ts';
import { migrations } from '../database/migrations/migrations.ts';
import {
  loadSqlite,
  openReadable,
  openWritable,
  prepare,
  type ReadableDatabase,
  type WritableDatabase,
} from '../database/sqlite.ts';
import { errorCode } from '../storage-failure.ts';
import { type DatabasePages, openPages } from './database-pages.ts';
import type { Cell } from './decode-cell.ts';
import { deriveAgain, dropDangling } from './derive-again.ts';
import { type Gap, readOrphans, readRoots, readTable } from './read-damaged.ts';
import { isHashedTable, type NamedRow } from './row-checks.ts';
import { comparePlaces, keyOf, placeOf, rowidName, type TableForm, tableForms } from './table-forms.ts';

/** What became of a table of a damaged database. */
export interface SalvagedTable {
  readonly table: string;
  /** Rows that were read from the damaged file. */
  readonly read: number;
  /** Rows that could not be read there and were taken from the backup. */
  readonly restored: number;
  /** Places where rows could not be read. What was written there since the backup is gone. */
  readonly gaps: number;
  /** Keys of rows that were damaged and are in no backup. */
  readonly gone: readonly string[];
}

export interface SalvageOptions {
  /** The damaged database; its log is beside it. Neither is changed. */
  readonly damaged: string;
  /** A sound backup, if there is any. */
  readonly backup: string | undefined;
  /** Where the new database is made. */
  readonly target: string;
}

/** Longest stretch without a pause for the event loop. */
const stretchMs = 8;

/**
 * Makes a new database of what a damaged one still holds, row by row and past SQLite, which gives up at the first page
 * that makes no sense. What cannot be read is taken from the backup, and only that: what was deleted since stays deleted.
 */
export async function salvageDatabase({ damaged, backup, target }: SalvageOptions): Promise<SalvagedTable[]> {
  for (const ending of ['', '-wal', '-shm', '-journal']) await rm(target + ending, { force: true });
  const pages = existsSync(damaged) ? openPages(damaged) : undefined;
  const version = await versionOf(pages, backup);
  const source = backup === undefined ? undefined : await openAtVersion(backup, `${target}.backup`, version);
  try {
    const database = await begin(target, version);
    try {
      let since = performance.now();
      const work = fill(database, pages, source);
      for (;;) {
        const step = work.next();
        if (step.done === true) return step.value;
        if (performance.now() - since < stretchMs) continue;
        await new Promise(resume => setImmediate(resume));
        since = performance.now();
      }
    } finally {
      database.close();
      await syncFile(target);
    }
  } finally {
    pages?.close();
    source?.close();
    await rm(`${target}.backup`, { force: true });
  }
}

/** Where the header keeps the version of the schema. */
const versionAt = 60;

/** The file's own where it makes sense. */
async function versionOf(pages: DatabasePages | undefined, backup: string | undefined): Promise<number> {
  const own = pages?.page(1)?.readUInt32BE(versionAt) ?? 0;
  if (own > 0 && own <= migrations.length) return own;
  if (backup === undefined) return migrations.length;
  const source = await openReadable(backup);
  try {
    return schemaVersion(source);
  } finally {
    source.close();
  }
}

/** The backup with the schema of the damaged database: a copy where it is older; undefined where it is newer. */
async function openAtVersion(
  backup: string,
  copy: string,
  version: number,
): Promise<ReadableDatabase | undefined> {
  const source = await openReadable(backup);
  const own = schemaVersion(source);
  if (own === version) return source;
  source.close();
  if (own > version) return undefined;
  await copyFile(backup, copy);
  const copied = await openWritable(copy);
  migrate(copied, migrations.slice(0, version));
  return copied;
}

async function begin(target: string, version: number): Promise<WritableDatabase> {
  const Database = await loadSqlite();
  const database = new Database(target) as WritableDatabase; // the brand exists for the compiler only
  // Nobody sees it before it is whole and synced.
  database.pragma('journal_mode = MEMORY');
  database.pragma('synchronous = OFF');
  migrate(database, migrations.slice(0, version));
  database.pragma('foreign_keys = OFF');
  return database;
}

interface Filling {
  readonly form: TableForm;
  readonly keys: Set<string>;
  gaps: readonly Gap[];
  unsound: readonly string[];
  read: number;
  restored: number;
}

function* fill(
  database: WritableDatabase,
  pages: DatabasePages | undefined,
  source: ReadableDatabase | undefined,
): Generator<void, SalvagedTable[]> {
  const fillings = tableForms(database).map(
    (form): Filling => ({
      form,
      keys: new Set(),
      gaps: [{ after: undefined, before: undefined }],
      unsound: [],
      read: 0,
      restored: 0,
    }),
  );
  database.exec('BEGIN');
  if (pages !== undefined) yield* readAll(database, pages, { fillings, source });
  if (source !== undefined) for (const filling of fillings) yield* restoreGaps(database, source, filling);
  dropDangling(database);
  database.exec('COMMIT');
  migrate(database);
  database.exec('BEGIN');
  yield* deriveAgain(database);
  database.exec('COMMIT');
  return fillings.map(({ form, gaps, unsound, keys, read, restored }) => ({
    table: form.name,
    read,
    restored,
    gaps: gaps.length,
    gone: unsound.filter(key => !keys.has(key)),
  }));
}

function* readAll(
  database: WritableDatabase,
  pages: DatabasePages,
  {
    fillings,
    source,
  }: { readonly fillings: readonly Filling[]; readonly source: ReadableDatabase | undefined },
): Generator<void> {
  const roots = readRoots(pages);
  const likely = [source, database].map(known => (known === undefined ? new Map() : rootsIn(known)));
  const visited = new Set<number>();
  for (const filling of fillings) {
    const { name } = filling.form;
    const root =
      roots.get(name) ?? likely.map(known => known.get(name)).find(page => page !== undefined) ?? 0;
    const result = yield* readTable(pages, filling.form, { root, visited }, row =>
      keep(database, filling, row, 'read'),
    );
    Object.assign(filling, result);
  }
  const torn = fillings.filter(({ form, gaps }) => gaps.length > 0 && isHashedTable(form.name));
  const forms = torn.map(({ form }) => form);
  if (forms.length === 0) return;
  yield* readOrphans(pages, forms, visited, (form, row) => {
    const filling = torn.find(other => other.form === form);
    if (filling !== undefined) keep(database, filling, row, 'read');
  });
}

function rootsIn(database: ReadableDatabase): Map<string, number> {
  const sql = "SELECT name, rootpage FROM sqlite_schema WHERE type = 'table'";
  // The columns are the ones just named.
  const rows = database.prepare(sql).raw().all() as [string, number][];
  return new Map(rows);
}

function keep(database: WritableDatabase, filling: Filling, row: NamedRow, from: 'read' | 'restored'): void {
  const { form, keys } = filling;
  const key = keyOf(form, row);
  if (keys.has(key)) return;
  const columns =
    form.kind === 'table' && form.alias === undefined ? [...form.columns, rowidName] : form.columns;
  const sql = `INSERT OR IGNORE INTO ${form.name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
  try {
    if (prepare(database, sql).run(...columns.map(name => row[name] ?? null)).changes === 0) return;
  } catch (error) {
    // A row without hash may hold what its columns do not take: it is none.
    if (errorCode(error)?.startsWith('SQLITE_CONSTRAINT') !== true) throw error;
    return;
  }
  keys.add(key);
  filling[from] += 1;
}

function* restoreGaps(
  database: WritableDatabase,
  source: ReadableDatabase,
  filling: Filling,
): Generator<void> {
  const { form, gaps } = filling;
  if (gaps.length === 0 || !rootsIn(source).has(form.name)) return;
  const rowid = form.kind === 'table' && form.alias !== rowidName ? `${rowidName}, ` : '';
  const columns = `${rowid}${form.columns.join(', ')}`;
  for (const row of source.prepare(`SELECT ${columns} FROM ${form.name}`).iterate()) {
    const named = withRowid(form, row as NamedRow); // the columns are the ones just named
    const place = placeOf(form, named);
    if (gaps.some(gap => isWithin(gap, place))) keep(database, filling, named, 'restored');
    yield;
  }
}

/** SQLite calls the rowid by its other name where it has one. */
const withRowid = (form: TableForm, row: NamedRow): NamedRow =>
  form.alias === undefined ? row : { ...row, [rowidName]: row[form.alias] ?? null };

const isWithin = ({ after, before }: Gap, place: readonly Cell[]): boolean =>
  (after === undefined || comparePlaces(place, after) > 0) &&
  (before === undefined || comparePlaces(place, before) < 0);

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
