import { prepare, type ReadableDatabase, type WritableDatabase } from './sqlite.ts';

/** What has a version of its own: a collection of documents, a namespace of key-values, the log of an instance, the graph, the ledger. */
export type VersionScope =
  | `documents/${string}`
  | 'kv'
  | `kv/${string}/${string}`
  | 'events'
  | `events/${string}`
  | 'graph'
  | 'ledger'
  | `conversations/${string}`
  | 'profiles'
  | 'documents'
  /** Another number when the whole database is another one. */
  | 'database';

/**
 * Counts a change, in the transaction that makes it. Versions only grow, also when what they count is deleted. They
 * begin anywhere, so that a database that was begun anew does not come to the versions of the one before.
 */
export function raiseVersion(database: WritableDatabase, scope: VersionScope): void {
  const sql = `INSERT INTO content_version (scope, version) VALUES (?, 1 + (random() & 0xffffffffff))
    ON CONFLICT (scope) DO UPDATE SET version = version + 1`;
  prepare(database, sql).run(scope);
}

/** The version of a part of what is stored, whichever process wrote it; 0 when it was never written. */
export function contentVersion(database: ReadableDatabase, scope: VersionScope): number {
  const version: unknown = prepare(database, 'SELECT version FROM content_version WHERE scope = ?')
    .pluck()
    .get(scope);
  return typeof version === 'number' ? version : 0;
}

/** Another number as soon as anything is written that memories read: all but conversations and profiles. */
export function otherContentVersion(database: ReadableDatabase): number {
  const sql = `SELECT total(version) FROM content_version WHERE scope NOT LIKE 'conversations/%' AND scope <> 'profiles'
    AND scope NOT LIKE 'documents/conversation:%' AND scope <> 'documents'`;
  return Number(prepare(database, sql).pluck().get());
}

/** Gives every part a version that nobody has seen: what was kept in memory of another state is not taken for this one. */
export function renewVersions(database: WritableDatabase): void {
  database.exec('UPDATE content_version SET version = 1 + (random() & 0xffffffffff)');
  // Records are numbered by it: what is written next must come behind all that is there.
  database.exec(`UPDATE content_version SET version = version + (SELECT coalesce(max(revision), 0) FROM ledger_record)
    WHERE scope = 'ledger'`);
  raiseVersion(database, 'database');
}
