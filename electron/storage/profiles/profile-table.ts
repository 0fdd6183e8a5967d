import { raiseVersion } from '../database/content-version.ts';
import { parseStored, rowHash, verifyRow } from '../database/row-hash.ts';
import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';

/** What profiles there are. */
export type ProfileKind = 'topic' | 'entity';

interface ProfileRow {
  readonly key: string;
  readonly value: string;
  readonly updated_at: string;
  readonly row_hash: string;
}

/** All profiles of a kind, by key; whoever asks knows their type by the schema they were checked with. */
export function readProfiles<Profile>(database: ReadableDatabase, kind: ProfileKind): Profile[] {
  const sql = 'SELECT key, value, updated_at, row_hash FROM profile WHERE kind = ? ORDER BY key';
  // The columns are the ones of the interface.
  return prepare<ProfileRow>(database, sql)
    .all(kind)
    .map(({ key, value, updated_at, row_hash }) => {
      verifyRow(`the ${kind} ${key}`, [kind, key, value, updated_at], row_hash);
      return parseStored<Profile>(value);
    });
}

/** Writes a profile in place of the one with its key. */
export function putProfile(
  database: WritableDatabase,
  kind: ProfileKind,
  key: string,
  profile: object,
  updatedAt: string,
): void {
  const value = JSON.stringify(profile);
  const sql =
    'INSERT OR REPLACE INTO profile (kind, key, value, updated_at, row_hash) VALUES (?, ?, ?, ?, ?)';
  prepare(database, sql).run(kind, key, value, updatedAt, rowHash([kind, key, value, updatedAt]));
  raiseVersion(database, 'profiles');
}

/** Conversations whose topics and entities are still to be found, by id; kept beside what will be found. */
const waiting = 'waiting';

export function listWaiting(database: ReadableDatabase): string[] {
  // The column is a text.
  return prepare<string>(database, 'SELECT key FROM profile WHERE kind = ? ORDER BY key')
    .pluck()
    .all(waiting);
}

export function beginWaiting(database: WritableDatabase, conversationId: string, at: string): void {
  const sql =
    'INSERT OR REPLACE INTO profile (kind, key, value, updated_at, row_hash) VALUES (?, ?, ?, ?, ?)';
  prepare(database, sql).run(waiting, conversationId, '{}', at, rowHash([waiting, conversationId, '{}', at]));
}

export function endWaiting(database: WritableDatabase, conversationId: string): void {
  prepare(database, 'DELETE FROM profile WHERE kind = ? AND key = ?').run(waiting, conversationId);
}

/** False when there was none. */
export function deleteProfile(database: WritableDatabase, kind: ProfileKind, key: string): boolean {
  raiseVersion(database, 'profiles');
  return prepare(database, 'DELETE FROM profile WHERE kind = ? AND key = ?').run(kind, key).changes > 0;
}
