import type { StatusChange } from '../../../shared/model/ledger.ts';
import { rowHash, verifyRow } from '../database/row-hash.ts';
import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';

/** Notes a step in a decision's life; what is noted stays. */
export function addStatusChange(database: WritableDatabase, decisionId: string, change: StatusChange): void {
  const text = JSON.stringify(change);
  const sql = 'INSERT INTO ledger_status (decision_id, change, row_hash) VALUES (?, ?, ?)';
  prepare(database, sql).run(decisionId, text, rowHash([decisionId, text]));
}

/** The steps of a decision's life that were noted here, oldest first. */
export function statusChanges(database: ReadableDatabase, decisionId: string): StatusChange[] {
  const sql = 'SELECT change, row_hash FROM ledger_status WHERE decision_id = ? ORDER BY number';
  // The columns are the ones just named.
  const rows = prepare<Record<'change' | 'row_hash', string>>(database, sql).all(decisionId);
  return rows.map(({ change, row_hash }) => {
    verifyRow(`the history of "${decisionId}"`, [decisionId, change], row_hash);
    return JSON.parse(change);
  });
}
