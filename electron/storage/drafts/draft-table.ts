import { rowHash, verifyRow } from '../database/row-hash.ts';
import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';

/** The studio's unsaved work; null when there is none. */
export function getDraft(database: ReadableDatabase): unknown {
  const row = prepare(database, 'SELECT value, row_hash FROM draft WHERE id = 1').get();
  if (row === undefined) return null;
  // The columns are the ones just named.
  const { value, row_hash } = row as { value: string; row_hash: string };
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
