import { prepare, type ReadableDatabase } from '../database/sqlite.ts';

/** Where a chunk stands, and what ranking needs to know of it beside its words. */
export interface ChunkPlace {
  readonly id: number;
  readonly path: string;
  readonly ordinal: number;
  /** Who says it, where it is a turn of a conversation. */
  readonly speaker: string | null;
  /** Of the embedder that was asked for. */
  readonly vector: Buffer | null;
}

const sql = `SELECT chunk.id, document.path, ordinal, speaker, vector
  FROM document JOIN chunk ON chunk.document_id = document.id
  LEFT JOIN embedding ON embedding.embedder = ?1 AND embedding.text_hash = chunk.embed_hash
  WHERE collection_id = ?2 AND (document.path, ordinal) > (?3, ?4) ORDER BY document.path, ordinal LIMIT ?5`;

/** A collection's chunks by path and place, after a given one. */
export function readChunkPlaces(
  database: ReadableDatabase,
  collectionId: number,
  embedder: string | null,
  after: { readonly path: string; readonly ordinal: number },
  limit: number,
): ChunkPlace[] {
  const given = { 1: embedder, 2: collectionId, 3: after.path, 4: after.ordinal, 5: limit };
  // The columns are the ones of the interface.
  return prepare<ChunkPlace>(database, sql).all(given);
}
