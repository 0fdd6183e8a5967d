import { rowHash, verifyRow } from '../database/row-hash.ts';
import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';

/** The studio's unsaved work; null when there is none. */
export function getDraft(database: ReadableDatabase): unknown {
  const sql = 'SELECT value, row_hash FROM draft WHERE id = 1';
  const row = prepare<{ value: string; row_hash: string }>(database, sql).get();
  if (row === undefined) return null;
  const { value, row_hash } = row;
  verifyRow("the studio's unsaved work", [value], row_hash);
  return JSON.parse(value);
}

/** Keeps the studio's unsaved work; null forgets it. */
export function putDraft(database: WritableDatabase, draft: unknown): void {
  const value = JSON.stringify(draft ?? null);
  if (value === 'null') prepare(database, 'DELETE FROM draft').run();
  else
    prepare(database, 'INSERT OR REPLACE INTO draft (id, value, row_hash) VALUES (1, ?, ?)').run(
      value,
      rowHash([value]),
    );
}
