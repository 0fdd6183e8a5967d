import { renewVersions } from '../database/content-version.ts';
import { prepare, type WritableDatabase } from '../database/sqlite.ts';
import { unpackChunk } from '../documents/packed-chunk.ts';
import { createWordIndexChange } from '../full-text/word-index.ts';
import { tableForms } from './table-forms.ts';

/** Everything that is made of other rows: the word index, the full-text table, and versions that nobody has seen. */
export function* deriveAgain(database: WritableDatabase): Generator<void> {
  database.exec("INSERT INTO context_package_text (context_package_text) VALUES ('rebuild')");
  renewVersions(database);
  database.exec('DELETE FROM posting; UPDATE collection SET indexed_chunks = 0, indexed_terms = 0');
  const collections = database.prepare('SELECT id FROM collection').pluck().all() as number[]; // its key
  for (const collection of collections) yield* indexWords(database, collection);
}

interface Reference {
  readonly table: string;
  readonly from: string;
  readonly to: string;
}

/** Removes rows that belong to one that is gone, since without it they cannot be reached; how many, by table. */
export function dropDangling(database: WritableDatabase): Map<string, number> {
  const dropped = new Map<string, number>();
  for (let changes = 1; changes > 0; ) {
    changes = 0;
    for (const { name } of tableForms(database)) {
      const count = dropOf(database, name);
      if (count > 0) dropped.set(name, (dropped.get(name) ?? 0) + count);
      changes += count;
    }
  }
  return dropped;
}

function dropOf(database: WritableDatabase, name: string): number {
  // The columns are the ones of the interface.
  const references = database
    .prepare('SELECT "table", "from", "to" FROM pragma_foreign_key_list(?)')
    .all(name) as Reference[];
  let count = 0;
  for (const { table, from, to } of references) {
    const sql = `DELETE FROM ${name} WHERE ${from} IS NOT NULL AND ${from} NOT IN (SELECT ${to} FROM ${table})`;
    count += database.prepare(sql).run().changes;
  }
  return count;
}

/** Chunks whose words are written at once. */
const chunksTogether = 2000;

function* indexWords(database: WritableDatabase, collection: number): Generator<void> {
  const sql = `SELECT chunk.id, packed FROM chunk JOIN document ON document.id = document_id
    WHERE collection_id = ? AND chunk.id > ? ORDER BY chunk.id LIMIT ${chunksTogether}`;
  const change = createWordIndexChange();
  for (let after = 0; ; ) {
    // The columns are the ones just named.
    const rows = prepare(database, sql).all(collection, after) as { id: number; packed: string }[];
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
