import type { ShapeName } from '../../../shared/shapes/shape-names.ts';
import { rowHash, verifyRow } from '../database/row-hash.ts';
import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';

/** One entry of a body as it came; without `position` it is no message, but what a program noted beside the talk. */
export interface KeptSource {
  /** Of the message that was made of it. */
  readonly position?: number;
  readonly source: unknown;
}

/** What a conversation was imported from, beside its entries. */
export interface KeptFrame {
  readonly shape: ShapeName;
  readonly frame: unknown;
}

/** As they are stored: JSON. */
export interface StoredFrame {
  readonly shape: ShapeName;
  readonly frame: string;
}
export interface StoredSource {
  readonly entry: number;
  readonly position: number | null;
  readonly source: string;
}

export function putFrame(database: WritableDatabase, id: string, { shape, frame }: StoredFrame): void {
  const sql = 'INSERT INTO conversation_frame (conversation_id, shape, frame, row_hash) VALUES (?, ?, ?, ?)';
  prepare(database, sql).run(id, shape, frame, rowHash([id, shape, frame]));
}

/** Writes sources where there are none; one step for each. */
export function* putSources(
  database: WritableDatabase,
  id: string,
  sources: readonly StoredSource[],
): Generator<void> {
  const sql = `INSERT INTO conversation_source (conversation_id, entry, position, source, row_hash)
    VALUES (?, ?, ?, ?, ?)`;
  const insert = prepare(database, sql);
  for (const one of sources) {
    insert.run(id, one.entry, one.position, one.source, rowHash(guarded(id, one)));
    yield;
  }
}

export function deleteSources(database: WritableDatabase, id: string): void {
  prepare(database, 'DELETE FROM conversation_frame WHERE conversation_id = ?').run(id);
  prepare(database, 'DELETE FROM conversation_source WHERE conversation_id = ?').run(id);
}

/** What a conversation was imported from; undefined for one that was not, or by an earlier version. */
export function readFrame(database: ReadableDatabase, id: string): KeptFrame | undefined {
  const sql = 'SELECT shape, frame, row_hash FROM conversation_frame WHERE conversation_id = ?';
  // The columns are the ones just named.
  const row = prepare<StoredFrame & { row_hash: string }>(database, sql).get(id);
  if (row === undefined) return undefined;
  verifyRow(`the frame of ${id}`, [id, row.shape, row.frame], row.row_hash);
  return { shape: row.shape, frame: JSON.parse(row.frame) };
}

/** Entries in their order, from one on. */
export function readSources(
  database: ReadableDatabase,
  id: string,
  from: number,
  limit: number,
): KeptSource[] {
  const sql = `SELECT entry, position, source, row_hash FROM conversation_source
    WHERE conversation_id = ? AND entry >= ? ORDER BY entry LIMIT ?`;
  // The columns are the ones just named.
  const rows = prepare<StoredSource & { row_hash: string }>(database, sql).all(id, from, limit);
  return rows.map(row => {
    verifyRow(`entry ${row.entry + 1} of ${id}`, guarded(id, row), row.row_hash);
    return { source: JSON.parse(row.source), ...(row.position !== null && { position: row.position }) };
  });
}

const guarded = (id: string, { entry, position, source }: StoredSource): (string | number)[] => [
  id,
  entry,
  position ?? '',
  source,
];
