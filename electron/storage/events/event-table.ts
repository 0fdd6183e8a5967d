import { raiseVersion } from '../database/content-version.ts';
import { rowHash, verifyRow } from '../database/row-hash.ts';
import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';

/** Who wrote it. */
type EventTrust = 'user' | 'agent';

export interface LoggedEvent {
  readonly id: string;
  readonly instance: string;
  readonly stream: string;
  readonly type: string;
  /** ISO 8601 in UTC with milliseconds, so that the order of texts is the order of time. */
  readonly timestamp: string;
  readonly content: string;
  readonly data: unknown;
  readonly trust: EventTrust;
}

interface EventFilter {
  readonly instance: string;
  readonly eventType?: string | undefined;
  readonly streamId?: string | undefined;
  /** Of the same form as `timestamp`. */
  readonly since?: string | undefined;
  readonly limit: number;
}

interface EventRow extends Omit<LoggedEvent, 'data'> {
  readonly data: string;
  readonly row_hash: string;
}

const columns = 'id, instance, stream, type, timestamp, content, data, trust, row_hash';

/** Appends events of one instance; what is in the log is never changed. */
export function appendEvents(
  database: WritableDatabase,
  instance: string,
  events: readonly LoggedEvent[],
): void {
  const insert = prepare(database, `INSERT INTO event (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  for (const event of events) {
    const data = JSON.stringify(event.data ?? null);
    const { id, stream, type, timestamp, content, trust } = event;
    const fields = [id, instance, stream, type, timestamp, content, data, trust];
    insert.run(...fields, rowHash(fields));
  }
  raiseVersion(database, `events/${instance}`);
  raiseVersion(database, 'events');
}

/** Newest first; of the same time the one that was appended last. */
export function searchEvents(database: ReadableDatabase, filter: EventFilter): LoggedEvent[] {
  const given = [
    { sql: 'instance = ?', value: filter.instance },
    { sql: 'type = ?', value: filter.eventType },
    { sql: 'stream = ?', value: filter.streamId },
    { sql: 'timestamp >= ?', value: filter.since },
  ].filter(({ value }) => value !== undefined);
  const where = given.map(({ sql }) => sql).join(' AND ');
  const sql = `SELECT ${columns} FROM event WHERE ${where} ORDER BY timestamp DESC, position DESC LIMIT ?`;
  // The columns are the ones of the interface.
  const rows = prepare<EventRow>(database, sql).all(...given.map(({ value }) => value), filter.limit);
  return rows.map(toEvent);
}

/** Instances that have events, by name. */
export function logInstances(database: ReadableDatabase): string[] {
  const sql = 'SELECT DISTINCT instance AS name FROM event ORDER BY instance';
  // The column is the one just named.
  return prepare<string>(database, sql).pluck().all();
}

function toEvent({ row_hash, data, ...rest }: EventRow): LoggedEvent {
  const { id, instance, stream, type, timestamp, content, trust } = rest;
  verifyRow(
    `the event ${instance}/${id}`,
    [id, instance, stream, type, timestamp, content, data, trust],
    row_hash,
  );
  return { ...rest, data: JSON.parse(data) };
}
