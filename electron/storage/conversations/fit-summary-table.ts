import { rowHash, verifyRow } from '../database/row-hash.ts';
import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';

/** A summary by the hash of what it tells, of how long it may be and of who wrote it. */
export interface FitSummary {
  readonly told_hash: string;
  readonly summary: string;
}

interface FitSummaryRow extends FitSummary {
  readonly made_at: string;
  readonly row_hash: string;
}

/** Of all conversations; the oldest ones go. */
const mostKept = 20_000;

/** What was kept of a conversation. */
export function readFitSummaries(database: ReadableDatabase, conversationId: string): FitSummary[] {
  const sql = 'SELECT told_hash, summary, made_at, row_hash FROM fit_summary WHERE conversation_id = ?';
  // The columns are the ones of the interface.
  const rows = prepare<FitSummaryRow>(database, sql).all(conversationId);
  return rows.map(({ told_hash, summary, made_at, row_hash }) => {
    verifyRow(`a summary of ${conversationId}`, [conversationId, told_hash, summary, made_at], row_hash);
    return { told_hash, summary };
  });
}

/** Keeps summaries; one that is there stays as it is. */
export function keepFitSummaries(
  database: WritableDatabase,
  conversationId: string,
  made: readonly FitSummary[],
  now: string,
): void {
  const insert = prepare(
    database,
    `INSERT INTO fit_summary (conversation_id, told_hash, summary, made_at, row_hash) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (conversation_id, told_hash) DO NOTHING`,
  );
  for (const { told_hash, summary } of made) {
    const fields = [conversationId, told_hash, summary, now];
    insert.run(...fields, rowHash(fields));
  }
  const forget = `DELETE FROM fit_summary WHERE made_at <
    (SELECT made_at FROM fit_summary ORDER BY made_at DESC LIMIT 1 OFFSET ?)`;
  prepare(database, forget).run(mostKept);
}

export function deleteFitSummaries(database: WritableDatabase, conversationId: string): void {
  prepare(database, 'DELETE FROM fit_summary WHERE conversation_id = ?').run(conversationId);
}
