import { prepare, type ReadableDatabase } from '../database/sqlite.ts';
import { toVector } from './embedding-table.ts';

/** The vectors of some chunks, by chunk; what has none, or a damaged one, is not among them. */
export function readChunkVectors(
  database: ReadableDatabase,
  embedder: string,
  ids: readonly number[],
): Map<number, Float32Array> {
  const sql = `SELECT chunk.id, vector FROM (SELECT value FROM json_each(?)) AS wanted
    CROSS JOIN chunk ON chunk.id = wanted.value
    CROSS JOIN embedding ON embedding.embedder = ? AND embedding.text_hash = chunk.embed_hash`;
  // The columns are the ones just named.
  const rows = prepare<{ id: number; vector: Buffer }>(database, sql).all(JSON.stringify(ids), embedder);
  const found = new Map<number, Float32Array>();
  for (const { id, vector } of rows) {
    const numbers = toVector(vector);
    if (numbers !== undefined) found.set(id, numbers);
  }
  return found;
}
