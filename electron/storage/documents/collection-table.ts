import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';

export interface CollectionCount {
  readonly name: string;
  readonly documents: number;
  readonly chunks: number;
}

/**
 * Collections that users made. A name with a colon belongs to Weft itself, such as the index of a conversation's
 * messages: it is found by its name alone, never among all.
 */
export const ofUsers = "instr(collection.name, ':') = 0";

/** The number of a collection, which is made where it is not there yet. */
export function ensureCollection(database: WritableDatabase, name: string): number {
  const known = findCollection(database, name);
  if (known !== undefined) return known;
  const { lastInsertRowid } = prepare(database, 'INSERT INTO collection (name) VALUES (?)').run(name);
  return Number(lastInsertRowid);
}

export function findCollection(database: ReadableDatabase, name: string): number | undefined {
  const id: unknown = prepare(database, 'SELECT id FROM collection WHERE name = ?').pluck().get(name);
  return typeof id === 'number' ? id : undefined;
}

/** Numbers of all collections, by name. */
export function collectionIds(database: ReadableDatabase): number[] {
  // Integer primary keys.
  return prepare(database, `SELECT id FROM collection WHERE ${ofUsers} ORDER BY name`)
    .pluck()
    .all() as number[];
}

export function listCollections(database: ReadableDatabase): CollectionCount[] {
  const sql = `SELECT collection.name, COUNT(document.id) AS documents, COALESCE(SUM(document.chunks), 0) AS chunks
    FROM collection LEFT JOIN document ON document.collection_id = collection.id
    WHERE ${ofUsers} GROUP BY collection.id ORDER BY collection.name`;
  // The columns are the ones just named.
  return prepare(database, sql).all() as CollectionCount[];
}

/** Deletes a collection with its documents and its words; returns how many documents it had. */
export function deleteCollection(database: WritableDatabase, id: number): number {
  const { changes } = prepare(database, 'DELETE FROM document WHERE collection_id = ?').run(id);
  prepare(database, 'DELETE FROM collection WHERE id = ?').run(id);
  return changes;
}

/** Collections with the embedder each is kept embedded with; the named one only, when a name is given. */
export function listEmbeddedCollections(
  database: ReadableDatabase,
  name: string | undefined,
): { id: number; name: string; embedder: string | null }[] {
  const sql = `SELECT id, name, embedder FROM collection WHERE (?1 IS NULL AND ${ofUsers}) OR name = ?1 ORDER BY name`;
  // The columns are the ones just named.
  return prepare(database, sql).all({ 1: name ?? null }) as {
    id: number;
    name: string;
    embedder: string | null;
  }[];
}
