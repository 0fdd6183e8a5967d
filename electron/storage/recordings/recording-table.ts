import type {
  CauseSummary,
  RecordedCause,
  Recording,
  RecordingOrigin,
} from '../../../shared/model/recording.ts';
import { parseStored, rowHash, verifyRow } from '../database/row-hash.ts';
import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';

/** Requests of one cause, as they are counted. `rules` stays first: damaged rows are told apart by it. */
export interface StoredCause extends RecordedCause {
  readonly origin: RecordingOrigin;
  readonly first_at: string;
  readonly last_at: string;
  /** How many there ever were; positions of recordings go by it. */
  readonly ever: number;
  /** How many there were on each of the days that are kept, by date. */
  readonly days: Readonly<Record<string, number>>;
  /** Sums over all there ever were, by memory. */
  readonly tokens: Readonly<Record<string, number>>;
}

/** What of a recording is stored as one text. */
type RecordedBody = Pick<Recording, 'request' | 'tokens'>;

/** One request to keep: the nth of its cause. */
export interface NewRecording extends RecordedBody {
  readonly position: number;
  readonly at: string;
}

/** What is kept of recordings. */
export interface RecordingBounds {
  readonly recordings: number;
  readonly bytes: number;
  /** ISO time; what is older goes. */
  readonly since: string;
}

interface CauseRow {
  readonly id: string;
  readonly state: string;
  readonly last_at: string;
  readonly row_hash: string;
}

interface RecordingRow {
  readonly cause_id: string;
  readonly position: number;
  readonly at: string;
  readonly body: string;
  readonly bytes: number;
  readonly row_hash: string;
}

const causeColumns = 'id, state, last_at, row_hash';
const columns = 'cause_id, position, at, body, bytes, row_hash';

export function putCause(database: WritableDatabase, id: string, cause: StoredCause): void {
  const fields = [id, JSON.stringify(cause), cause.last_at];
  // Not replaced: its recordings go with a row that is deleted.
  prepare(
    database,
    `INSERT INTO recording_cause (${causeColumns}) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE
     SET state = excluded.state, last_at = excluded.last_at, row_hash = excluded.row_hash`,
  ).run(...fields, rowHash(fields));
}

export function putRecording(database: WritableDatabase, causeId: string, recording: NewRecording): void {
  const { position, at, request, tokens } = recording;
  const body = JSON.stringify({ request, tokens } satisfies RecordedBody);
  const fields = [causeId, position, at, body, Buffer.byteLength(body)];
  const sql = `INSERT OR REPLACE INTO recording (${columns}) VALUES (?, ?, ?, ?, ?, ?)`;
  prepare(database, sql).run(...fields, rowHash(fields));
}

export function findCause(database: ReadableDatabase, id: string): StoredCause | undefined {
  const sql = `SELECT ${causeColumns} FROM recording_cause WHERE id = ?`;
  const row = prepare<CauseRow>(database, sql).get(id); // its columns
  return row === undefined ? undefined : toCause(row);
}

function toCause({ id, state, last_at, row_hash }: CauseRow): StoredCause {
  verifyRow(`the cause of recordings ${id}`, [id, state, last_at], row_hash);
  return parseStored(state);
}

/** All causes with what was served on days from `since` on, the one with most requests first. */
export function listCauses(database: ReadableDatabase, since: string): CauseSummary[] {
  const rows = prepare<CauseRow>(database, `SELECT ${causeColumns} FROM recording_cause ORDER BY id`).all(); // its columns
  const kept = prepare<{ cause_id: string; kept: number }>(
    database,
    'SELECT cause_id, count(*) AS kept FROM recording WHERE at >= ? GROUP BY cause_id',
  ).all(since); // the columns just named
  const counts = new Map(kept.map(row => [row.cause_id, row.kept]));
  const causes = rows.map(row => summaryOf(row.id, toCause(row), counts.get(row.id) ?? 0, since));
  return causes
    .filter(({ requests }) => requests > 0)
    .toSorted((left, right) => right.requests - left.requests);
}

function summaryOf(
  id: string,
  { ever, days, tokens, ...cause }: StoredCause,
  recordings: number,
  since: string,
): CauseSummary {
  const first = dayOf(since);
  const requests = Object.entries(days).reduce((sum, [day, count]) => (day < first ? sum : sum + count), 0);
  const means = Object.entries(tokens).map(([memory, sum]) => [memory, sum / ever]);
  return { ...cause, id, requests, recordings, tokens: Object.fromEntries(means) };
}

/** The date of an ISO time. */
export const dayOf = (at: string): string => at.slice(0, 10);

/** Where a page of recordings ends. */
export interface RecordingPlace {
  readonly cause_id: string;
  readonly position: number;
}

/** Recordings from `since` on in the order of their causes, after a place. */
export function pageRecordings(
  database: ReadableDatabase,
  since: string,
  after: RecordingPlace | undefined,
  limit: number,
): Recording[] {
  const sql = `SELECT ${columns} FROM recording
    WHERE (cause_id, position) > (?, ?) AND at >= ? ORDER BY cause_id, position LIMIT ?`;
  const { cause_id = '', position = 0 } = after ?? {};
  return prepare<RecordingRow>(database, sql).all(cause_id, position, since, limit).map(toRecording); // its columns
}

/** Recordings of one cause, the newest first. */
export function newestRecordings(
  database: ReadableDatabase,
  causeId: string,
  since: string,
  limit: number,
): Recording[] {
  const sql = `SELECT ${columns} FROM recording
    WHERE cause_id = ? AND at >= ? ORDER BY position DESC LIMIT ?`;
  return prepare<RecordingRow>(database, sql).all(causeId, since, limit).map(toRecording); // its columns
}

export function findRecording(database: ReadableDatabase, id: string): Recording | undefined {
  const { cause_id, position } = placeOf(id);
  const sql = `SELECT ${columns} FROM recording WHERE cause_id = ? AND position = ?`;
  const row = prepare<RecordingRow>(database, sql).get(cause_id, position); // its columns
  return row === undefined ? undefined : toRecording(row);
}

const idOf = ({ cause_id, position }: RecordingPlace): string => `${cause_id}-${position}`;

export function placeOf(id: string): RecordingPlace {
  const at = id.lastIndexOf('-');
  return { cause_id: id.slice(0, Math.max(0, at)), position: Number(id.slice(at + 1)) };
}

function toRecording({ row_hash, ...row }: RecordingRow): Recording {
  const { cause_id: cause, position, at, body, bytes } = row;
  verifyRow(`the recording ${idOf(row)}`, [cause, position, at, body, bytes], row_hash);
  const { request, tokens } = parseStored<RecordedBody>(body);
  return { id: idOf(row), cause, at, request, tokens };
}
