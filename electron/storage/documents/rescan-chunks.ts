import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';
import { packChunk, unpackChunk } from './packed-chunk.ts';

/** The version of the patterns that finds nothing in any of the texts; null where it finds something. */
type ScanTexts = (texts: readonly string[]) => number | null;

/** A chunk that was clean under older patterns. */
interface StaleScan {
  readonly id: number;
  readonly clean_under: number;
}

/** Comes before all scans. */
export const beforeStaleScans: StaleScan = { id: 0, clean_under: 0 };

/** Chunks that were clean under patterns older than these, by their version and id, after a given one. */
export function staleScans(
  database: ReadableDatabase,
  patterns: number,
  after: StaleScan,
  limit: number,
): StaleScan[] {
  const sql = `SELECT id, clean_under FROM chunk WHERE clean_under < ? AND (clean_under, id) > (?, ?)
    ORDER BY clean_under, id LIMIT ?`;
  // The columns are the ones just named.
  return prepare<StaleScan>(database, sql).all(patterns, after.clean_under, after.id, limit);
}

/** Judges chunks anew and guards the result with their rows. A damaged row stays as it is, so that it is noticed. */
export function* rescanChunks(
  database: WritableDatabase,
  stale: readonly StaleScan[],
  scan: ScanTexts,
): Generator<void> {
  const select = prepare(database, 'SELECT packed FROM chunk WHERE id = ?').pluck();
  const update = prepare(database, 'UPDATE chunk SET clean_under = ?, packed = ? WHERE id = ?');
  for (const { id } of stale) {
    // The chunk may have gone.
    const chunk = unpackChunk(select.get(id));
    if (chunk?.id === id) {
      const cleanUnder = scan([chunk.content, chunk.title, `${chunk.collection}/${chunk.path}`]);
      update.run(cleanUnder, packChunk({ ...chunk, cleanUnder }), id);
    }
    yield;
  }
}
