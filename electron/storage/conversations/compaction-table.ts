import type { Compaction } from '../../../shared/model/conversation.ts';
import { parseStored, rowHash, verifyRow } from '../database/row-hash.ts';
import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';

/** A summary with the hash of the messages that it was made of. */
export interface StoredCompaction {
  readonly compaction: Compaction;
  readonly rangeHash: string;
}

interface CompactionRow {
  readonly conversation_id: string;
  readonly from_position: number;
  readonly to_position: number;
  readonly level: number;
  readonly summarizer: string;
  readonly target_tokens: number;
  readonly range_hash: string;
  readonly original_tokens: number;
  readonly tokens: number;
  readonly summary: string;
  readonly notes: string;
  readonly created_at: string;
  readonly row_hash: string;
}

const columns = `conversation_id, from_position, to_position, level, summarizer, target_tokens, range_hash,
  original_tokens, tokens, summary, notes, created_at, row_hash`;

/** Summaries that are kept for one conversation; the oldest ones go. */
const mostKept = 400;

/** Summaries of a conversation, by level and place. */
export function readCompactions(database: ReadableDatabase, conversationId: string): StoredCompaction[] {
  const sql = `SELECT ${columns} FROM compaction WHERE conversation_id = ?
    ORDER BY level DESC, from_position, to_position, created_at`;
  // The columns are the ones of the interface.
  return prepare<CompactionRow>(database, sql).all(conversationId).map(toCompaction);
}

/** Keeps a summary in place of the one with its range, level, summarizer and target. */
export function putCompaction(database: WritableDatabase, { compaction, rangeHash }: StoredCompaction): void {
  const notes = JSON.stringify([
    compaction.key_decisions,
    compaction.open_questions,
    compaction.code_artifacts,
  ]);
  const row = {
    conversation_id: compaction.conversation_id,
    from_position: compaction.from,
    to_position: compaction.to,
    level: compaction.level,
    summarizer: compaction.summarizer,
    target_tokens: compaction.target_tokens,
    range_hash: rangeHash,
    original_tokens: compaction.original_tokens,
    tokens: compaction.tokens,
    summary: compaction.summary,
    notes,
    created_at: compaction.created_at,
  };
  const values = Object.values(row);
  const sql = `INSERT OR REPLACE INTO compaction (${columns}) VALUES (${'?, '.repeat(values.length)}?)`;
  prepare(database, sql).run(...values, rowHash(values));
  const forget = `DELETE FROM compaction WHERE conversation_id = ?1 AND created_at <
    (SELECT created_at FROM compaction WHERE conversation_id = ?1 ORDER BY created_at DESC LIMIT 1 OFFSET ?2)`;
  prepare(database, forget).run({ 1: compaction.conversation_id, 2: mostKept });
}

function toCompaction({ row_hash, ...row }: CompactionRow): StoredCompaction {
  verifyRow(`a summary of ${row.conversation_id}`, Object.values(row), row_hash);
  // As `putCompaction` wrote them.
  const [key_decisions, open_questions, code_artifacts] = parseStored<[string[], string[], string[]]>(
    row.notes,
  );
  return {
    rangeHash: row.range_hash,
    compaction: {
      conversation_id: row.conversation_id,
      from: row.from_position,
      to: row.to_position,
      level: row.level,
      summarizer: row.summarizer,
      target_tokens: row.target_tokens,
      original_tokens: row.original_tokens,
      tokens: row.tokens,
      summary: row.summary,
      key_decisions,
      open_questions,
      code_artifacts,
      // Never a division by zero.
      compression_ratio: row.tokens === 0 ? 0 : row.original_tokens / row.tokens,
      created_at: row.created_at,
    },
  };
}
