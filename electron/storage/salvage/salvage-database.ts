import { constants, existsSync } from 'node:fs';
import type { DamagedTable } from '../../../shared/contract/backups.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { migrate, schemaVersion } from '../database/migrate.ts';
import { migrations } from '../database/migrations/migrations.ts';
import { openAlone, openReadable, openWritable } from '../database/open-sqlite.ts';
import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';
import { copyPlainFile, openPlainFile, removeIfThere } from '../files/guarded-writes.ts';
import type { Target } from '../files/plain-target.ts';
import { createPause } from '../pause.ts';
import { type DatabasePages, openPages } from './database-pages.ts';
import type { Cell } from './decode-cell.ts';
import { deriveAgain, dropDangling, makeOwners } from './derive-again.ts';
import { readEarlier, readNames, readOrphans, readRoots, readTable } from './read-damaged.ts';
import { isHashedTable, type NamedRow } from './row-checks.ts';
import { beginTable, isInGap, keepRow, type SalvagedRows } from './salvaged-rows.ts';
import { keyOf, placeOf, rowidName, type TableForm, tableForms } from './table-forms.ts';

interface SalvageOptions {
  /** The real path of the folder in which all of them are. */
  readonly root: string;
  /** The damaged database; its log is beside it. Neither is changed. */
  readonly damaged: string;
  /** A sound backup, if there is any. */
  readonly backup: string | undefined;
  /** Where the new database is made. */
  readonly target: string;
}

/**
 * Makes a new database of what a damaged one still holds, row by row and past SQLite, which gives up at the first page
 * that makes no sense. What cannot be read is taken from the backup, and only that: what was deleted since stays deleted.
 */
export async function salvageDatabase({
  root,
  damaged,
  backup,
  target,
}: SalvageOptions): Promise<DamagedTable[]> {
  for (const path of [target, `${target}.backup`])
    for (const ending of ['', '-wal', '-shm', '-journal']) await removeIfThere({ root, path: path + ending });
  const pages = existsSync(damaged) ? await inStretches(openPages(damaged), createPause()) : undefined;
  const version = await versionOf(pages, root, backup);
  const source =
    backup === undefined
      ? undefined
      : await openAtVersion({ root, path: backup }, `${target}.backup`, version);
  try {
    const database = await begin(target, root, version);
    try {
      return await inStretches(fill(database, pages, source), createPause());
    } finally {
      database.close();
      await syncFile({ root, path: target });
    }
  } finally {
    pages?.close();
    source?.close();
    for (const ending of ['', '-wal', '-shm'])
      await removeIfThere({ root, path: `${target}.backup${ending}` });
  }
}

/** Where the header keeps the version of the schema. */
const versionAt = 60;

/** The file's own where it makes sense. */
async function versionOf(
  pages: DatabasePages | undefined,
  root: string,
  backup: string | undefined,
): Promise<number> {
  const own = pages?.page(1)?.readUInt32BE(versionAt) ?? 0;
  if (own > 0 && own <= migrations.length) return own;
  if (backup === undefined) return migrations.length;
  const source = await openReadable(backup, root);
  try {
    return schemaVersion(source);
  } finally {
    source.close();
  }
}

/** The backup with the schema of the damaged database: a copy where it is older; undefined where it is newer. */
async function openAtVersion(
  backup: Target,
  copy: string,
  version: number,
): Promise<ReadableDatabase | undefined> {
  const source = await openReadable(backup.path, backup.root);
  const own = schemaVersion(source);
  if (own === version) return source;
  source.close();
  if (own > version) return undefined;
  await copyPlainFile(backup, copy);
  const copied = await openWritable(copy, backup.root);
  migrate(copied, migrations.slice(0, version));
  return copied;
}

async function begin(target: string, root: string, version: number): Promise<WritableDatabase> {
  // Nobody sees it before it is whole and synced.
  const database = await openAlone(target, root, 'MEMORY');
  database.pragma('synchronous = OFF');
  migrate(database, migrations.slice(0, version));
  database.pragma('foreign_keys = OFF');
  return database;
}

function* fill(
  database: WritableDatabase,
  pages: DatabasePages | undefined,
  source: ReadableDatabase | undefined,
): Generator<void, DamagedTable[]> {
  const tables = tableForms(database).map(beginTable);
  database.exec('BEGIN');
  const roots = pages === undefined ? new Map<string, number>() : likelyRoots(pages, source, database);
  if (pages !== undefined) yield* readAll(database, pages, { tables, roots });
  if (source !== undefined) for (const rows of tables) yield* restoreGaps(database, source, rows);
  const gone = new Map<SalvagedRows, DamagedTable['gone']>();
  for (const rows of tables) gone.set(rows, yield* nameGone(database, pages, { rows, roots }));
  makeOwners(database);
  const orphaned = dropDangling(database);
  database.exec('COMMIT');
  migrate(database);
  database.exec('BEGIN');
  yield* deriveAgain(database);
  database.exec('COMMIT');
  return tables.map(rows => ({
    table: rows.form.name,
    read: rows.read,
    restored: rows.restored,
    gaps: rows.gaps.length,
    restored_rows: tellable(rows.restoredRows),
    gone: [...(gone.get(rows) ?? []), ...tellable(orphaned.get(rows.form.name) ?? [])],
    orphaned: orphaned.get(rows.form.name)?.length ?? 0,
  }));
}

/** Where the schema cannot be read, tables are where the backup has them, or where a new database does. */
function likelyRoots(
  pages: DatabasePages,
  source: ReadableDatabase | undefined,
  database: ReadableDatabase,
): Map<string, number> {
  const known = [database, ...(source === undefined ? [] : [source])].flatMap(rootsIn);
  return new Map([...known, ...readRoots(pages)]);
}

function rootsIn(database: ReadableDatabase): [string, number][] {
  const sql = "SELECT name, rootpage FROM sqlite_schema WHERE type IN ('table', 'index')";
  // The columns are the ones just named.
  return database.prepare<unknown[], [string, number]>(sql).raw().all();
}

function* readAll(
  database: WritableDatabase,
  pages: DatabasePages,
  {
    tables,
    roots,
  }: { readonly tables: readonly SalvagedRows[]; readonly roots: ReadonlyMap<string, number> },
): Generator<void> {
  const visited = new Set<number>();
  for (const rows of tables) {
    const root = roots.get(rows.form.name) ?? 0;
    const take = (row: NamedRow) => keepRow(database, rows, row, 'read');
    const own = new Set(visited);
    Object.assign(rows, yield* readTable(pages, rows.form, { root, visited: own }, take));
    // Where nothing of the table was, the root was a guess.
    if (rows.read > 0) for (const page of own) visited.add(page);
  }
  const torn = new Map(
    tables
      .filter(({ form, gaps }) => gaps.length > 0 && isHashedTable(form.name))
      .map(rows => [rows.form, rows] as const),
  );
  if (torn.size === 0) return;
  const keepAs = (form: TableForm, row: NamedRow, from: 'read' | 'restored') => {
    const rows = torn.get(form);
    if (rows !== undefined) keepRow(database, rows, row, from);
  };
  yield* readOrphans(pages, [...torn.keys()], visited, keepAs);
  yield* readEarlier(pages, [...torn.keys()], (form, row) => keepAs(form, row, 'restored'));
}

function* restoreGaps(
  database: WritableDatabase,
  source: ReadableDatabase,
  rows: SalvagedRows,
): Generator<void> {
  const { form, gaps } = rows;
  if (gaps.length === 0) return;
  const rowid = form.kind === 'table' ? `${rowidName}, ` : '';
  const sql = `SELECT ${rowid}${form.columns.join(', ')} FROM ${form.name}`;
  for (const row of source.prepare<[], NamedRow>(sql).iterate()) {
    const named = withRowid(form, row);
    if (isInGap(rows, placeOf(form, named))) keepRow(database, rows, named, 'restored');
    yield;
  }
}

/** SQLite calls the rowid by its other name where it has one. */
const withRowid = (form: TableForm, row: NamedRow): NamedRow =>
  form.alias === undefined ? row : { ...row, [rowidName]: row[form.alias] ?? null };

async function syncFile(target: Target): Promise<void> {
  const file = await openPlainFile(target, constants.O_RDWR);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** More rows are not told one by one. */
const mostNamed = 10_000;

/**
 * What is known of rows that are gone: the keys of those that are damaged, and what the indexes of the damaged database
 * still name. Of tables without rowid no index tells.
 */
function* nameGone(
  database: ReadableDatabase,
  pages: DatabasePages | undefined,
  { rows, roots }: { readonly rows: SalvagedRows; readonly roots: ReadonlyMap<string, number> },
): Generator<void, DamagedTable['gone']> {
  const { form } = rows;
  const gone = unsoundRows(rows);
  const isTold = form.kind === 'table' && rows.gaps.length > 0;
  if (pages === undefined || !isTold) return tellable([...gone.values()]);
  for (const { name, columns } of indexesOf(database, form.name)) {
    const named = yield* readNames(pages, roots.get(name) ?? 0, columns);
    for (const [rowid, row] of named) {
      if (!isInGap(rows, [rowid]) || isThere(database, form.name, rowid)) continue;
      const id = form.alias === undefined ? {} : { [form.alias]: rowid };
      gone.set(String(rowid), { ...id, ...gone.get(String(rowid)), ...row });
    }
  }
  return tellable([...gone.values()]);
}

/** By their place, as far as they say which they are. */
function unsoundRows({ form, keys, unsound }: SalvagedRows): Map<string, NamedRow> {
  const placeIn = (row: NamedRow) => (form.kind === 'table' ? String(row[rowidName]) : keyOf(form, row));
  const named = (row: NamedRow) => Object.fromEntries(form.key.map(name => [name, row[name] ?? null]));
  return new Map(unsound.filter(row => !keys.has(keyOf(form, row))).map(row => [placeIn(row), named(row)]));
}

/** Rows as a report names them. */
const tellable = (rows: readonly NamedRow[]): DamagedTable['gone'] =>
  rows
    .slice(0, mostNamed)
    .map(row =>
      Object.fromEntries(
        Object.entries(row).map(([name, cell]) => [
          name,
          cell === null || typeof cell === 'number' ? cell : String(cell),
        ]),
      ),
    );

/** Those that know each row, with the columns that they know of it. */
function indexesOf(database: ReadableDatabase, table: string): { name: string; columns: string[] }[] {
  const sql = 'SELECT name FROM pragma_index_list(?) WHERE partial = 0';
  const names = database.prepare<unknown[], string>(sql).pluck().all(table);
  return names.map(name => ({
    name,
    // A text column.
    columns: database.prepare<unknown[], string>('SELECT name FROM pragma_index_info(?)').pluck().all(name),
  }));
}

const isThere = (database: ReadableDatabase, table: string, rowid: Cell): boolean =>
  prepare(database, `SELECT 1 FROM ${table} WHERE rowid = ?`).get(rowid) !== undefined;
