import { parseStored, rowHash, verifyRow } from '../database/row-hash.ts';
import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';

interface HealthRow {
  readonly session_id: string;
  readonly state: string;
  readonly row_hash: string;
}

/** Keeps what is known of a session, as JSON, in place of what was kept before. */
export function putSessionHealth(database: WritableDatabase, sessionId: string, state: unknown): void {
  const fields = [sessionId, JSON.stringify(state)];
  const sql = 'INSERT OR REPLACE INTO session_health (session_id, state, row_hash) VALUES (?, ?, ?)';
  prepare(database, sql).run(...fields, rowHash(fields));
}

/** What is kept of one session, or of all. */
export function listSessionHealth<Health>(database: ReadableDatabase, sessionId?: string): Health[] {
  const where = sessionId === undefined ? '' : 'WHERE session_id = ?';
  const sql = `SELECT session_id, state, row_hash FROM session_health ${where} ORDER BY session_id`;
  const rows = prepare<HealthRow>(database, sql).all(...(sessionId === undefined ? [] : [sessionId])); // its columns
  return rows.map(({ session_id, state, row_hash }) => {
    verifyRow(`the health of session ${session_id}`, [session_id, state], row_hash);
    return parseStored<Health>(state);
  });
}
