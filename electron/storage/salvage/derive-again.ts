import { renewVersions } from '../database/content-version.ts';
import { rowHash } from '../database/row-hash.ts';
import { prepare, type WritableDatabase } from '../database/sqlite.ts';
import { unpackChunk } from '../documents/packed-chunk.ts';
import { createWordIndexChange } from '../full-text/word-index.ts';
import { guardedColumns, type NamedRow } from './row-checks.ts';
import { type TableForm, tableForms } from './table-forms.ts';

/** Everything that is made of other rows: indexes of words, the full-text table, and versions that nobody has seen. */
export function* deriveAgain(database: WritableDatabase): Generator<void> {
  database.exec("INSERT INTO context_package_text (context_package_text) VALUES ('rebuild')");
  renewVersions(database);
  // Made again when the ledger is read.
  database.exec('DELETE FROM ledger_index_part; DELETE FROM ledger_index_word');
  database.exec('DELETE FROM posting; UPDATE collection SET indexed_chunks = 0, indexed_terms = 0');
  const collections = database.prepare<unknown[], number>('SELECT id FROM collection').pluck().all(); // its key
  for (const collection of collections) yield* indexWords(database, collection);
}

/**
 * Makes a row again to which others belong, so that the talk of a damaged row, or what it was linked with, can be reached:
 * with what the others say of it. A talk has its id for a title then, and a node its own for a name.
 */
export function makeOwners(database: WritableDatabase): void {
  const names = new Set(tableForms(database).map(({ name }) => name));
  if (names.has('message')) makeConversations(database);
  if (names.has('graph_edge')) makeNodes(database);
}

function makeConversations(database: WritableDatabase): void {
  const lost = database
    .prepare<
      unknown[],
      NamedRow
    >(`SELECT conversation_id AS id, MAX(position) + 1 AS messages, SUM(chars4) AS tokens,
        MIN(created_at) AS first_at, MAX(created_at) AS last_at
      FROM message WHERE conversation_id NOT IN (SELECT id FROM conversation) GROUP BY conversation_id`)
    .all(); // the columns just named
  for (const { id = '', messages = 0, tokens = 0, first_at = null, last_at = null } of lost)
    putRow(database, 'conversation', {
      id,
      title: id,
      format: 'messages',
      messages,
      tokens,
      first_at,
      last_at,
      content_hash: '',
      trust: 'imported',
      updated_at: last_at ?? '',
    });
}

function makeNodes(database: WritableDatabase): void {
  const lost = database
    .prepare<
      unknown[],
      NamedRow
    >(`SELECT from_id AS id FROM graph_edge WHERE from_id NOT IN (SELECT id FROM graph_node)
      UNION SELECT to_id FROM graph_edge WHERE to_id NOT IN (SELECT id FROM graph_node)`)
    .all(); // as above
  for (const { id = '' } of lost)
    putRow(database, 'graph_node', {
      id,
      kind: 'unknown',
      name: id,
      attributes: '{}',
      valid_from: null,
      valid_to: null,
      trust: 'imported',
      updated_at: '',
    });
}

function putRow(database: WritableDatabase, table: string, row: NamedRow): void {
  const fields = (guardedColumns[table] ?? []).map(column => row[column] ?? '');
  const hash = rowHash(fields.map(field => (typeof field === 'number' ? field : String(field))));
  const columns = Object.keys(row);
  const sql = `INSERT INTO ${table} (${columns.join(', ')}, row_hash) VALUES (${columns.map(() => '?').join(', ')}, ?)`;
  database.prepare(sql).run(...Object.values(row), hash);
}

interface Reference {
  readonly table: string;
  readonly from: string;
  readonly to: string;
  readonly isRequired: 0 | 1;
}

/**
 * Removes rows that belong to one that is gone, since without it they cannot be reached; which, by table. What only
 * speaks of one that is gone stays, and speaks of none.
 */
export function dropDangling(database: WritableDatabase): Map<string, NamedRow[]> {
  const dropped = new Map<string, NamedRow[]>();
  for (let changes = 1; changes > 0; ) {
    changes = 0;
    for (const form of tableForms(database)) {
      const rows = dropOf(database, form);
      if (rows.length > 0) dropped.set(form.name, [...(dropped.get(form.name) ?? []), ...rows]);
      changes += rows.length;
    }
  }
  return dropped;
}

function dropOf(database: WritableDatabase, form: TableForm): NamedRow[] {
  const sql = `SELECT "table", "from", "to", "notnull" AS isRequired FROM pragma_foreign_key_list(?)
    JOIN pragma_table_info(?) ON name = "from"`;
  const references = database.prepare<unknown[], Reference>(sql).all(form.name, form.name); // the columns just named
  const dropped: NamedRow[] = [];
  for (const { table, from, to, isRequired } of references) {
    const isDangling = `${from} IS NOT NULL AND ${from} NOT IN (SELECT ${to} FROM ${table})`;
    const key = form.key.join(', ');
    if (isRequired === 1) {
      const sql = `DELETE FROM ${form.name} WHERE ${isDangling} RETURNING ${key}`;
      dropped.push(...database.prepare<[], NamedRow>(sql).all());
    } else forget(database, form, { from, isDangling });
  }
  return dropped;
}

/** The rows say something else from now on, so their hashes do, too. */
function forget(
  database: WritableDatabase,
  { name, key }: TableForm,
  { from, isDangling }: { readonly from: string; readonly isDangling: string },
): void {
  const guarded = guardedColumns[name] ?? [];
  const rows = database.prepare<unknown[], NamedRow>(`SELECT * FROM ${name} WHERE ${isDangling}`).all(); // all columns
  const change = database.prepare(
    `UPDATE ${name} SET ${from} = NULL, row_hash = ? WHERE ${key.map(column => `${column} = ?`).join(' AND ')}`,
  );
  for (const row of rows) {
    const fields = guarded.map(column => (column === from ? '' : (row[column] ?? '')));
    change.run(
      rowHash(fields.map(field => (typeof field === 'number' ? field : String(field)))),
      ...key.map(column => row[column] ?? null),
    );
  }
}

/** Chunks whose words are written at once. */
const chunksTogether = 2000;

function* indexWords(database: WritableDatabase, collection: number): Generator<void> {
  const sql = `SELECT chunk.id, packed FROM chunk JOIN document ON document.id = document_id
    WHERE collection_id = ? AND chunk.id > ? ORDER BY chunk.id LIMIT ${chunksTogether}`;
  const change = createWordIndexChange();
  for (let after = 0; ; ) {
    // The columns are the ones just named.
    const rows = prepare<{ id: number; packed: string }>(database, sql).all(collection, after);
    for (const { id, packed } of rows) {
      const chunk = unpackChunk(packed);
      if (chunk !== undefined) change.add({ id, title: chunk.title, content: chunk.content });
      yield;
    }
    yield* change.apply(database, collection);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
