import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';
import type { SizedCollection } from '../full-text/match-terms.ts';

interface CollectionCount {
  readonly name: string;
  readonly documents: number;
  readonly chunks: number;
}

/**
 * Collections that users made. A name with a colon belongs to Weft itself, such as the index of a conversation's
 * messages: it is found by its name alone, never among all.
 */
export const ofUsers = "instr(collection.name, ':') = 0";
export const isOfWeft = (name: string): boolean => name.includes(':');

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

/** How a collection's size reads for `SizedCollection`. */
const sizeColumns = 'collection.id, indexed_chunks AS chunks, indexed_terms AS terms';

/** A collection with its size; undefined when there is none of that name. */
export function findSizedCollection(database: ReadableDatabase, name: string): SizedCollection | undefined {
  const sql = `SELECT ${sizeColumns} FROM collection WHERE name = ?`;
  // The columns are the ones just named.
  return prepare<SizedCollection>(database, sql).get(name);
}

/** All collections of users with their sizes, by name. */
export function listSizedCollections(database: ReadableDatabase): SizedCollection[] {
  const sql = `SELECT ${sizeColumns} FROM collection WHERE ${ofUsers} ORDER BY name`;
  // The columns are the ones just named.
  return prepare<SizedCollection>(database, sql).all();
}

export function listCollections(database: ReadableDatabase): CollectionCount[] {
  const sql = `SELECT collection.name, COUNT(document.id) AS documents, COALESCE(SUM(document.chunks), 0) AS chunks
    FROM collection LEFT JOIN document ON document.collection_id = collection.id
    WHERE ${ofUsers} GROUP BY collection.id ORDER BY collection.name`;
  // The columns are the ones just named.
  return prepare<CollectionCount>(database, sql).all();
}

/** Deletes a collection with its documents and its words; returns how many documents it had. */
export function deleteCollection(database: WritableDatabase, id: number): number {
  const { changes } = prepare(database, 'DELETE FROM document WHERE collection_id = ?').run(id);
  prepare(database, 'DELETE FROM collection WHERE id = ?').run(id);
  return changes;
}

/** A collection with the embedder it is kept embedded with. */
export interface EmbeddedCollection extends SizedCollection {
  readonly name: string;
  readonly embedder: string | null;
}

/** All of users; the named ones only, when names are given. */
export function listEmbeddedCollections(
  database: ReadableDatabase,
  names: readonly string[] | undefined,
): EmbeddedCollection[] {
  const sql = `SELECT ${sizeColumns}, name, embedder FROM collection
    WHERE (?1 IS NULL AND ${ofUsers}) OR name IN (SELECT value FROM json_each(?1)) ORDER BY name`;
  // The columns are the ones just named.
  return prepare<EmbeddedCollection>(database, sql).all({
    1: names === undefined ? null : JSON.stringify(names),
  });
}
