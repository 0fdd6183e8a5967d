import { embeddedText } from '../../../shared/search/turn.ts';
import { raiseVersion } from '../database/content-version.ts';
import { damagedRow } from '../database/row-hash.ts';
import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';
import { unpackChunk } from '../documents/packed-chunk.ts';
import { sha256 } from '../files/read-text-file.ts';

/** A text that has no vector yet, by the hash it is stored under. */
export interface UnembeddedText {
  readonly hash: string;
  readonly text: string;
}

/** A text's key among the embeddings: equal texts are embedded once. */
export const embeddingKey = (content: string): string => sha256(embeddedText(content));

/** Which embedder a collection is kept embedded with; null when it is not. */
export function collectionEmbedder(database: ReadableDatabase, collectionId: number): string | null {
  const id: unknown = prepare(database, 'SELECT embedder FROM collection WHERE id = ?')
    .pluck()
    .get(collectionId);
  return typeof id === 'string' ? id : null;
}

export function setCollectionEmbedder(
  database: WritableDatabase,
  collectionId: number,
  embedder: string | null,
): void {
  prepare(database, 'UPDATE collection SET embedder = ? WHERE id = ?').run(embedder, collectionId);
}

const missing = `FROM chunk JOIN document ON document.id = chunk.document_id
  LEFT JOIN embedding ON embedding.embedder = ? AND embedding.text_hash = chunk.embed_hash
  WHERE document.collection_id = ? AND embedding.text_hash IS NULL`;

export function countUnembedded(database: ReadableDatabase, collectionId: number, embedder: string): number {
  return Number(prepare(database, `SELECT COUNT(*) ${missing}`).pluck().get(embedder, collectionId));
}

/** How many chunks of the collections that begin so have no vector yet of theirs among the embedders. */
export function countWaitingTexts(
  database: ReadableDatabase,
  begin: string,
  embedders: readonly string[],
): number {
  const sql = `SELECT COUNT(*) FROM collection JOIN document ON document.collection_id = collection.id
    JOIN chunk ON chunk.document_id = document.id LEFT JOIN embedding
    ON embedding.embedder = collection.embedder AND embedding.text_hash = chunk.embed_hash
    WHERE substr(collection.name, 1, ?1) = ?2 AND collection.embedder IN (SELECT value FROM json_each(?3))
    AND embedding.text_hash IS NULL`;
  const given = { 1: begin.length, 2: begin, 3: JSON.stringify(embedders) };
  return Number(prepare(database, sql).pluck().get(given));
}

/** Texts of a collection without a vector of this embedder, each once; `storage_failed` when one is damaged (F5). */
export function unembeddedTexts(
  database: ReadableDatabase,
  collectionId: number,
  embedder: string,
  limit: number,
): UnembeddedText[] {
  const sql = `SELECT embed_hash, packed ${missing} LIMIT ?`;
  // The columns are the ones just named.
  const rows = prepare(database, sql).all(embedder, collectionId, limit) as {
    embed_hash: string;
    packed: string;
  }[];
  const texts = new Map(rows.map(({ embed_hash, packed }) => [embed_hash, embeddableText(packed)]));
  return [...texts].map(([hash, text]) => ({ hash, text }));
}

function embeddableText(packed: string): string {
  const chunk = unpackChunk(packed);
  if (chunk === undefined) throw damagedRow('a text that is to be embedded');
  return embeddedText(chunk.content);
}

/** A vector under its text's key. */
export interface TextVector {
  readonly hash: string;
  readonly vector: Float32Array;
}

/** Stores vectors by content, whatever has that content. */
export function putVectors(
  database: WritableDatabase,
  embedder: string,
  entries: readonly TextVector[],
): void {
  const sql = 'INSERT OR REPLACE INTO embedding (embedder, text_hash, vector) VALUES (?, ?, ?)';
  for (const { hash, vector } of entries) {
    const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
    prepare(database, sql).run(embedder, hash, bytes);
  }
}

/** The vectors of texts, by key; what has none, or a damaged one, is not among them. */
export function findVectors(
  database: ReadableDatabase,
  embedder: string,
  hashes: readonly string[],
): Map<string, Float32Array> {
  const sql = `SELECT text_hash, vector FROM (SELECT DISTINCT value FROM json_each(?)) AS wanted
    CROSS JOIN embedding ON embedding.embedder = ? AND embedding.text_hash = wanted.value`;
  // The columns are the ones just named.
  return toVectors(prepare(database, sql).all(JSON.stringify(hashes), embedder) as VectorRow[]);
}

/** Whether there is any vector of an embedder. */
export function hasVectors(database: ReadableDatabase, embedder: string): boolean {
  return prepare(database, 'SELECT 1 FROM embedding WHERE embedder = ? LIMIT 1').get(embedder) !== undefined;
}

/**
 * The same of texts whose keys all begin with the given characters. Where most of what begins so is wanted, it is read
 * in one go: to look for a key, SQLite reads whole vectors on its way, which takes five times as long.
 */
export function findVectorsAlike(
  database: ReadableDatabase,
  embedder: string,
  begin: string,
  hashes: readonly string[],
): Map<string, Float32Array> {
  const alike = 'FROM embedding WHERE embedder = ? AND text_hash >= ? AND text_hash < ?';
  // Hashes are hexadecimal, and `g` comes behind all of their characters.
  const range = [embedder, begin, `${begin}g`];
  const count = Number(prepare(database, `SELECT COUNT(*) ${alike}`).pluck().get(range));
  if (count > hashes.length * mostUnwanted) return findVectors(database, embedder, hashes);
  // As above.
  return toVectors(prepare(database, `SELECT text_hash, vector ${alike}`).all(range) as VectorRow[]);
}

/** So many vectors are read for one that is wanted before each is looked for. */
const mostUnwanted = 4;

interface VectorRow {
  readonly text_hash: string;
  readonly vector: Buffer;
}

function toVectors(rows: readonly VectorRow[]): Map<string, Float32Array> {
  const found = new Map<string, Float32Array>();
  for (const { text_hash, vector } of rows) {
    const numbers = toVector(vector);
    if (numbers !== undefined) found.set(text_hash, numbers);
  }
  return found;
}

/** Stores vectors of a collection's texts. */
export function putEmbeddings(
  database: WritableDatabase,
  collection: string,
  embedder: string,
  entries: readonly TextVector[],
): void {
  putVectors(database, embedder, entries);
  raiseVersion(database, `documents/${collection}`);
  raiseVersion(database, 'documents');
}

/** A stored vector; undefined where its bytes are no vector. */
export function toVector(bytes: Buffer): Float32Array | undefined {
  if (bytes.byteLength % 4 !== 0) return undefined;
  // Copied: SQLite's buffers need not lie on a boundary of four.
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}
