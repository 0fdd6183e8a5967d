import { rowHash, verifyRow } from '../database/row-hash.ts';
import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';

/** Settings of one conversation for which a beginning is kept; the ones that were not asked for the longest go. */
const mostKept = 8;

interface PrefixRow {
  readonly state: string;
  readonly row_hash: string;
}

/** What is kept of the prompts of a conversation with some settings, as JSON; undefined where there is none. */
export function readPromptPrefix(
  database: ReadableDatabase,
  conversationId: string,
  settings: string,
): string | undefined {
  const sql = 'SELECT state, row_hash FROM prompt_prefix WHERE conversation_id = ? AND settings = ?';
  // The columns are the ones of the interface.
  const row = prepare<PrefixRow>(database, sql).get(conversationId, settings);
  if (row === undefined) return undefined;
  verifyRow(`the kept beginning of ${conversationId}`, [conversationId, settings, row.state], row.row_hash);
  return row.state;
}

/** Keeps it in place of the one with these settings. */
export function putPromptPrefix(
  database: WritableDatabase,
  conversationId: string,
  settings: string,
  state: string,
  now: string,
): void {
  const sql = `INSERT OR REPLACE INTO prompt_prefix (conversation_id, settings, state, updated_at, row_hash)
    VALUES (?, ?, ?, ?, ?)`;
  prepare(database, sql).run(
    conversationId,
    settings,
    state,
    now,
    rowHash([conversationId, settings, state]),
  );
  const forget = `DELETE FROM prompt_prefix WHERE conversation_id = ?1 AND settings NOT IN
    (SELECT settings FROM prompt_prefix WHERE conversation_id = ?1 ORDER BY updated_at DESC, settings LIMIT ?2)`;
  prepare(database, forget).run({ 1: conversationId, 2: mostKept });
}
