import { shapeNames } from '../../../shared/shapes/shape-names.ts';
import { hashedFields } from '../database/done-writes.ts';
import { rowHash } from '../database/row-hash.ts';
import { unpackChunk } from '../documents/packed-chunk.ts';
import { sha256 } from '../files/read-text-file.ts';
import { isBlockSound } from '../full-text/postings.ts';
import type { Cell } from './decode-cell.ts';

/** A row by the names of its columns. */
export type NamedRow = Readonly<Record<string, Cell>>;

/** The columns that a row's hash is over, in their order; null counts as the empty text. */
export const guardedColumns: Readonly<Record<string, readonly string[]>> = columnsOf({
  bundle: 'id text tokens composition',
  compaction:
    'conversation_id from_position to_position level summarizer target_tokens range_hash original_tokens tokens summary notes created_at',
  context_package:
    'session_id group_id package_type file_path producer_agent priority summary content size_bytes supersedes_id created_at trust',
  context_package_consumer: 'package_id agent_type iteration addressed consumed_at',
  conversation: 'id title format messages tokens first_at last_at trust',
  conversation_frame: 'conversation_id shape frame',
  conversation_source: 'conversation_id entry position source',
  draft: 'value',
  error_pattern: 'project_id pattern_hash pattern history',
  event: 'id instance stream type timestamp content data trust',
  fit_summary: 'conversation_id told_hash summary made_at',
  flight: 'session_id header updated_at',
  flight_entry: 'session_id position entry',
  graph_edge: 'from_id relation to_id attributes valid_from valid_to',
  graph_node: 'id kind name attributes valid_from valid_to trust updated_at',
  graph_view: 'id definition updated_at',
  handoff_session: 'session_id metadata created_at updated_at',
  key_value: 'instance namespace key value trust updated_at',
  ledger_graph: 'kind id record is_in_graph',
  ledger_record: 'kind id record trust index_row',
  ledger_status: 'decision_id change',
  message: 'conversation_id position id role author parts created_at chars4',
  profile: 'kind key value updated_at',
  prompt_prefix: 'conversation_id settings state',
  recording: 'cause_id position at body bytes',
  recording_cause: 'id state last_at',
  session_health: 'session_id state',
});

/** Whether a row says what was written; `unknown` where its table carries no hash, or an older schema another one. */
function judgeRow(table: string, row: NamedRow): 'sound' | 'unsound' | 'unknown' {
  const isSound = (checks[table] ?? checkOf(table))?.(row);
  if (isSound === undefined) return 'unknown';
  return isSound ? 'sound' : 'unsound';
}

type RowCheck = (row: NamedRow) => boolean | undefined;

/** The tables whose rows are guarded by something else than a hash over columns. */
const checks: Readonly<Record<string, RowCheck>> = {
  done_write: ({ key, result, row_hash }) =>
    typeof key === 'string' && typeof result === 'string' && rowHash(hashedFields(key, result)) === row_hash,
  chunk: ({ id, packed }) => (packed === undefined ? undefined : unpackChunk(packed)?.id === id),
  posting: ({ postings }) => Buffer.isBuffer(postings) && isBlockSound(postings),
  ledger_file: ({ content, content_hash }) => Buffer.isBuffer(content) && sha256(content) === content_hash,
};

function checkOf(table: string): RowCheck | undefined {
  const guarded = guardedColumns[table];
  if (guarded === undefined) return undefined;
  return row => {
    if (guarded.some(name => row[name] === undefined)) return undefined;
    const fields = guarded.map(name => row[name] ?? '');
    return fields.every(isHashed) && rowHash(fields) === row.row_hash;
  };
}

/** False for a row that does not say what was written; what cannot be judged may. */
export const isRowSound = (table: string, row: NamedRow): boolean => judgeRow(table, row) !== 'unsound';

const isTime = (cell: Cell | undefined): boolean => typeof cell === 'string' && /^\d{4}-\d\d/.test(cell);
const begins = (cell: Cell | undefined, sign: string): boolean =>
  typeof cell === 'string' && cell.startsWith(sign);

/** What tells tables apart whose rows look alike: a hash does not say of which table it is. */
const signs: Readonly<Record<string, (row: NamedRow) => boolean>> = {
  error_pattern: ({ pattern, history }) => begins(pattern, '{') && begins(history, '['),
  flight: ({ header, updated_at }) => begins(header, '{"session_id"') && isTime(updated_at),
  conversation_frame: ({ shape }) => shapeNames.some(name => name === shape),
  conversation_source: ({ position }) => position === null || typeof position === 'number',
  fit_summary: ({ told_hash, made_at }) => /^[0-9a-f]{64}$/.test(String(told_hash)) && isTime(made_at),
  context_package_consumer: ({ package_id }) => typeof package_id === 'number',
  recording: ({ position, at, body }) =>
    typeof position === 'number' && isTime(at) && begins(body, '{"request"'),
  recording_cause: ({ state, last_at }) => begins(state, '{"rules"') && isTime(last_at),
  flight_entry: ({ position, entry }) => typeof position === 'number' && begins(entry, '{'),
  graph_edge: ({ attributes, valid_from, valid_to }) =>
    begins(attributes, '{') && [valid_from, valid_to].every(time => time === null || isTime(time)),
  handoff_session: ({ metadata, created_at }) => begins(metadata, '{') && isTime(created_at),
  key_value: ({ trust }) => typeof trust === 'string' && /^[a-z]+$/.test(trust),
  profile: ({ kind, value, updated_at }) =>
    (kind === 'topic' || kind === 'entity') && begins(value, '{') && isTime(updated_at),
};

/** Whether a row that was found anywhere is a sound one of this table and of no other. */
export const isRowOf = (table: string, row: NamedRow): boolean =>
  judgeRow(table, row) === 'sound' && signs[table]?.(row) !== false;

const isHashed = (field: Cell): field is string | number =>
  typeof field === 'string' || typeof field === 'number';

/** Whether the rows of a table say themselves what they are. */
export const isHashedTable = (table: string): boolean =>
  Object.hasOwn(checks, table) || Object.hasOwn(guardedColumns, table);

function columnsOf(texts: Readonly<Record<string, string>>): Record<string, readonly string[]> {
  return Object.fromEntries(Object.entries(texts).map(([table, columns]) => [table, columns.split(' ')]));
}
