import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';

/** A collection that is kept in step with a folder of the project; the folder relative to it. */
export interface StoredSync {
  readonly collection: string;
  readonly folder: string;
}

export function listSyncs(database: ReadableDatabase): StoredSync[] {
  // The columns are the ones just named.
  return prepare<StoredSync>(
    database,
    'SELECT collection, folder FROM document_sync ORDER BY collection',
  ).all();
}

export function putSync(database: WritableDatabase, { collection, folder }: StoredSync): void {
  const sql = `INSERT INTO document_sync (collection, folder) VALUES (?, ?)
    ON CONFLICT (collection) DO UPDATE SET folder = excluded.folder`;
  prepare(database, sql).run(collection, folder);
}

export function deleteSync(database: WritableDatabase, collection: string): void {
  prepare(database, 'DELETE FROM document_sync WHERE collection = ?').run(collection);
}
