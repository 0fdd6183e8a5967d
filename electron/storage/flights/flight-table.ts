import type {
  ContextOrigins,
  Flight,
  FlightEntry,
  FlightEvent,
  FlightGiven,
  FlightUsage,
} from '../../../shared/model/flight.ts';
import { rowHash, verifyRow } from '../database/row-hash.ts';
import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';

/** A flight with what only its writer needs. */
export interface StoredFlight extends Flight {
  /** Up to which byte of the transcript answers have been read. */
  readonly read_bytes: number;
  /** What its context holds, as far as events told. */
  readonly known_origins?: Omit<ContextOrigins, 'system'>;
  /** Tokens that have come into its context since the last answer, as far as events told. */
  readonly unread_tokens?: number;
  /** The answer that was read last, which the transcript may say again. */
  readonly last_answer?: {
    readonly answer_id: string;
    readonly position: number;
    readonly usage: FlightUsage;
  };
  /** Ids of the last answers that its agent has told, and may tell again. */
  readonly told_answers?: readonly string[];
  /** What it was given and is not given again: memories since the last compaction, notes of files for good. */
  readonly told?: readonly string[];
  /** The same of subagents, each of which has a context of its own. */
  readonly told_within?: readonly (readonly [agent_id: string, key: string])[];
  /** What waits for an event at which its agent takes a text. */
  readonly held?: readonly HeldText[];
  /** Files that it has changed, as scopes, each once. */
  readonly changed?: readonly string[];
  /** The position of the last prompt that says something. */
  readonly last_prompt?: number;
  /** The saved state was not given since the last compaction. */
  readonly is_compacted?: boolean;
}

/** What was to be told at an event at which the agent takes no text. */
export interface HeldText {
  readonly agent_id?: string | undefined;
  readonly event: FlightEvent;
  readonly given: FlightGiven;
}

interface FlightRow {
  readonly session_id: string;
  readonly header: string;
  readonly updated_at: string;
  readonly row_hash: string;
}

interface EntryRow {
  readonly session_id: string;
  readonly position: number;
  readonly entry: string;
  readonly row_hash: string;
}

/** How many flights are kept; the ones that were heard of longest ago go first. */
const mostFlights = 500;

/** Writes a flight and entries of it, in place of those with their id and position. */
export function putFlight(
  database: WritableDatabase,
  flight: StoredFlight,
  entries: readonly FlightEntry[],
): void {
  const { session_id, updated_at } = flight;
  const fields = [session_id, JSON.stringify(flight), updated_at];
  // Not replaced: the entries go with a row that is deleted.
  prepare(
    database,
    `INSERT INTO flight (session_id, header, updated_at, row_hash) VALUES (?, ?, ?, ?)
     ON CONFLICT (session_id) DO UPDATE
     SET header = excluded.header, updated_at = excluded.updated_at, row_hash = excluded.row_hash`,
  ).run(...fields, rowHash(fields));
  const insert = prepare(
    database,
    'INSERT OR REPLACE INTO flight_entry (session_id, position, entry, row_hash) VALUES (?, ?, ?, ?)',
  );
  for (const entry of entries) {
    const own = [session_id, entry.position, JSON.stringify(entry)];
    insert.run(...own, rowHash(own));
  }
}

/** Forgets the oldest where there are too many; what lies ahead was heard of before the clock was set back. */
export function pruneFlights(database: WritableDatabase, now: string): void {
  prepare(
    database,
    `DELETE FROM flight WHERE session_id IN
     (SELECT session_id FROM flight ORDER BY updated_at > ?, updated_at DESC, session_id LIMIT -1 OFFSET ?)`,
  ).run(now, mostFlights);
}

export function findFlight(database: ReadableDatabase, sessionId: string): StoredFlight | undefined {
  const sql = 'SELECT session_id, header, updated_at, row_hash FROM flight WHERE session_id = ?';
  const row = prepare<FlightRow>(database, sql).get(sessionId); // its columns
  return row === undefined ? undefined : toFlight(row);
}

/** The newest flights, and how many there are. */
export function listFlights(
  database: ReadableDatabase,
  limit: number,
): { readonly flights: StoredFlight[]; readonly total: number } {
  const sql =
    'SELECT session_id, header, updated_at, row_hash FROM flight ORDER BY updated_at DESC, session_id LIMIT ?';
  const rows = prepare<FlightRow>(database, sql).all(limit); // its columns
  const total = Number(prepare(database, 'SELECT count(*) FROM flight').pluck().get());
  return { flights: rows.map(toFlight), total };
}

/** Entries from a position on, oldest first. */
export function listFlightEntries(
  database: ReadableDatabase,
  sessionId: string,
  from: number,
  limit: number,
): FlightEntry[] {
  const sql = `SELECT session_id, position, entry, row_hash FROM flight_entry
    WHERE session_id = ? AND position >= ? ORDER BY position LIMIT ?`;
  return prepare<EntryRow>(database, sql).all(sessionId, from, limit).map(toEntry); // its columns
}

/** Entries in which a text stands somewhere, oldest first. */
export function findFlightEntries(
  database: ReadableDatabase,
  sessionId: string,
  text: string,
): FlightEntry[] {
  const sql = `SELECT session_id, position, entry, row_hash FROM flight_entry
    WHERE session_id = ? AND instr(entry, ?) > 0 ORDER BY position`;
  return prepare<EntryRow>(database, sql).all(sessionId, text).map(toEntry); // its columns
}

/** The position of the first entry of a turn or a later one; the number of entries where there is none. */
export function findTurnStart(database: ReadableDatabase, sessionId: string, turn: number): number {
  const newest = prepare(database, 'SELECT max(position) FROM flight_entry WHERE session_id = ?').pluck();
  let from = 0;
  let to = Number(newest.get(sessionId) ?? -1) + 1;
  // Turns only grow.
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const [entry] = listFlightEntries(database, sessionId, middle, 1);
    if (entry !== undefined && entry.turn < turn) from = middle + 1;
    else to = middle;
  }
  return from;
}

function toFlight({ session_id, header, updated_at, row_hash }: FlightRow): StoredFlight {
  verifyRow(`the flight ${session_id}`, [session_id, header, updated_at], row_hash);
  return JSON.parse(header);
}

function toEntry({ session_id, position, entry, row_hash }: EntryRow): FlightEntry {
  verifyRow(`entry ${position} of the flight ${session_id}`, [session_id, position, entry], row_hash);
  return JSON.parse(entry);
}
