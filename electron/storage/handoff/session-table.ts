import type { HandoffSession } from '../../../shared/model/handoff.ts';
import { rowHash, verifyRow } from '../database/row-hash.ts';
import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';

interface SessionRow {
  readonly session_id: string;
  readonly metadata: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly row_hash: string;
}

const columns = 'session_id, metadata, created_at, updated_at, row_hash';

/** Writes a session in place of the one with its id. */
export function putSession(database: WritableDatabase, session: HandoffSession): void {
  const { session_id, metadata, created_at, updated_at } = session;
  const fields = [session_id, JSON.stringify(metadata), created_at, updated_at];
  prepare(database, `INSERT OR REPLACE INTO handoff_session (${columns}) VALUES (?, ?, ?, ?, ?)`).run(
    ...fields,
    rowHash(fields),
  );
}

export function findSession(database: ReadableDatabase, sessionId: string): HandoffSession | undefined {
  const sql = `SELECT ${columns} FROM handoff_session WHERE session_id = ?`;
  const row = prepare<SessionRow>(database, sql).get(sessionId); // the columns are the ones of the interface
  return row === undefined ? undefined : toSession(row);
}

export function listSessions(database: ReadableDatabase): HandoffSession[] {
  const sql = `SELECT ${columns} FROM handoff_session`;
  const rows = prepare<SessionRow>(database, sql).all(); // the columns are the ones of the interface
  return rows.map(toSession);
}

function toSession({ session_id, metadata, created_at, updated_at, row_hash }: SessionRow): HandoffSession {
  verifyRow(`the session ${session_id}`, [session_id, metadata, created_at, updated_at], row_hash);
  return { session_id, metadata: JSON.parse(metadata), created_at, updated_at };
}
