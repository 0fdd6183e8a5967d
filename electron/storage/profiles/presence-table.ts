import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';

/** Where a device was when it was heard of last, as JSON. */
interface PresenceRow {
  readonly device_id: string;
  readonly value: string;
  readonly heartbeat_at: string;
}

/** The named device, or the one that was heard of last. */
export function readPresence(
  database: ReadableDatabase,
  deviceId: string | undefined,
): PresenceRow | undefined {
  const sql = `SELECT device_id, value, heartbeat_at FROM presence WHERE ?1 IS NULL OR device_id = ?1
    ORDER BY heartbeat_at DESC, device_id LIMIT 1`;
  // The columns are the ones of the interface.
  return prepare<PresenceRow>(database, sql).get({ 1: deviceId ?? null });
}

export function putPresence(
  database: WritableDatabase,
  { device_id, value, heartbeat_at }: PresenceRow,
): void {
  const sql = 'INSERT OR REPLACE INTO presence (device_id, value, heartbeat_at) VALUES (?, ?, ?)';
  prepare(database, sql).run(device_id, value, heartbeat_at);
}
