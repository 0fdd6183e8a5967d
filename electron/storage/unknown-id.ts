import { AppError } from '../../shared/contract/errors.ts';
import { withNearest } from '../../shared/model/near-names.ts';
import type { ContentDatabase } from './database/content-database.ts';
import { prepare, type ReadableDatabase } from './database/sqlite.ts';
import { ofUsers } from './documents/collection-table.ts';

interface StoredKind {
  /** All that are there, as who misspelled one was to write it. */
  readonly ids: string;
  readonly said: (id: string) => string;
  /** What to do where none is near. */
  readonly otherwise?: string;
}

const profiles = (kind: string) => `SELECT key FROM profile WHERE kind = '${kind}'`;
const records = (kind: string) => `SELECT id FROM ledger_record WHERE kind = '${kind}' ORDER BY number DESC`;

const kinds = {
  collection: {
    ids: `SELECT name FROM collection WHERE ${ofUsers}`,
    said: id => `there is no collection "${id}"`,
    otherwise: 'import documents into it first',
  },
  conversation: {
    ids: 'SELECT id FROM conversation ORDER BY updated_at DESC',
    said: id => `there is no conversation "${id}"`,
    otherwise: 'see conversations.list',
  },
  decision: { ids: records('decision'), said: id => `there is no decision "${id}" in the ledger` },
  entity: { ids: profiles('entity'), said: id => `there is no entity "${id}"` },
  entry: { ids: records('entry'), said: id => `there is no entry "${id}" in the ledger` },
  error_pattern: {
    ids: 'SELECT DISTINCT pattern_hash FROM error_pattern',
    said: id => `no project knows the error pattern "${id}"`,
  },
  flight: {
    ids: 'SELECT session_id FROM flight ORDER BY updated_at DESC',
    said: id => `no session of a coding agent "${id}" has been heard of`,
  },
  node: { ids: 'SELECT id FROM graph_node', said: id => `there is no node "${id}" in the graph` },
  record: {
    ids: 'SELECT id FROM ledger_record ORDER BY number DESC',
    said: id => `there is neither a decision nor an entry "${id}" in the ledger`,
  },
  recording: {
    ids: "SELECT cause_id || '-' || position FROM recording ORDER BY at DESC",
    said: id => `no recorded request "${id}" is kept`,
    otherwise: 'recordings.list has those that are',
  },
  session: {
    ids: 'SELECT session_id FROM session_health',
    said: id => `nothing is known of the session "${id}"`,
    otherwise: 'feed it with health.record first',
  },
  topic: { ids: profiles('topic'), said: id => `there is no topic "${id}"` },
  value: {
    ids: "SELECT instance || '/' || namespace || '/' || key FROM key_value",
    said: id => `there is no value "${id}"`,
  },
} as const satisfies Readonly<Record<string, StoredKind>>;

type Kind = keyof typeof kinds;

/** Each is compared, which takes some microseconds. */
const mostCompared = 10_000;

/** The error that says that nothing stored has an id, and which one was probably meant. */
export function unknownId(database: ReadableDatabase | undefined, kind: Kind, id: string): AppError {
  const { ids, said, otherwise }: StoredKind = kinds[kind];
  const sql = `${ids} LIMIT ${mostCompared}`;
  const known = database === undefined ? [] : prepare<string>(database, sql).pluck().all(); // its only column
  return new AppError('not_found', withNearest(said(id), id, known, otherwise), { id });
}

/** The same for who does not read just then. */
export const noSuch = (content: ContentDatabase, kind: Kind, id: string): Promise<AppError> =>
  content.read(database => unknownId(database, kind, id), unknownId(undefined, kind, id));
