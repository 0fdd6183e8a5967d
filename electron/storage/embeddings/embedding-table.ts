import { embeddedText } from '../../../shared/search/turn.ts';
import { raiseVersion } from '../database/content-version.ts';
import { damagedRow } from '../database/row-hash.ts';
import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';
import { unpackChunk } from '../documents/packed-chunk.ts';
import { sha256 } from '../files/read-text-file.ts';

/** A text that has no vector yet, by the hash it is stored under. */
interface UnembeddedText {
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

/** Documents that are looked through for missing vectors at once, which takes some milliseconds; a whole number of batches. */
const documentsAtOnce = 1024;

const next = `SELECT id, path FROM document WHERE collection_id = ? AND path > ? ORDER BY path LIMIT ${documentsAtOnce}`;
/** Of the next documents, what has no vector: a look at each chunk, which is dear. */
const missing = `FROM (${next}) AS document JOIN chunk ON chunk.document_id = document.id
  LEFT JOIN embedding ON embedding.embedder = ? AND embedding.text_hash = chunk.embed_hash
  WHERE embedding.text_hash IS NULL`;

/** The next documents behind a path. */
interface NextDocuments {
  /** Path of the last of them. */
  readonly last: string;
  /** There are none behind them. */
  readonly isEnd: boolean;
}

function nextBehind(
  database: ReadableDatabase,
  collectionId: number,
  path: string,
): NextDocuments | undefined {
  const sql = `SELECT MAX(path) AS last, COUNT(*) AS documents FROM (${next})`;
  // The columns are the ones just named.
  const row = prepare<{ last: string | null; documents: number }>(database, sql).get(collectionId, path);
  if (row === undefined || row.last === null) return undefined;
  return { last: row.last, isEnd: row.documents < documentsAtOnce };
}

/** How many chunks of the next documents behind a path have no vector of this embedder; undefined where there are none. */
export function countUnembeddedBehind(
  database: ReadableDatabase,
  collectionId: number,
  embedder: string,
  path: string,
): (NextDocuments & { readonly count: number }) | undefined {
  const documents = nextBehind(database, collectionId, path);
  if (documents === undefined) return undefined;
  const count = prepare(database, `SELECT COUNT(*) ${missing}`).pluck().get(collectionId, path, embedder);
  return { ...documents, count: Number(count) };
}

/** What of the next documents behind a path has no vector yet. */
export interface UnembeddedSlice extends NextDocuments {
  readonly texts: readonly UnembeddedText[];
  /** Nothing else of them waits. */
  readonly isAll: boolean;
}

/**
 * The first texts of the next documents behind a path without a vector of this embedder, each once; `storage_failed` when
 * one is damaged.
 */
export function unembeddedBehind(
  database: ReadableDatabase,
  collectionId: number,
  embedder: string,
  { path, mostTexts }: { readonly path: string; readonly mostTexts: number },
): UnembeddedSlice | undefined {
  const documents = nextBehind(database, collectionId, path);
  if (documents === undefined) return undefined;
  const sql = `SELECT embed_hash, packed ${missing} LIMIT ?`;
  // The columns are the ones just named.
  const rows = prepare<{ embed_hash: string; packed: string }>(database, sql).all(
    collectionId,
    path,
    embedder,
    mostTexts,
  );
  const texts = new Map(rows.map(({ embed_hash, packed }) => [embed_hash, embeddableText(packed)]));
  return {
    ...documents,
    texts: [...texts].map(([hash, text]) => ({ hash, text })),
    isAll: rows.length < mostTexts,
  };
}

/** Collections that begin so and are kept embedded with one of these. */
export function embeddedCollections(
  database: ReadableDatabase,
  begin: string,
  embedders: readonly string[],
): { readonly id: number; readonly embedder: string }[] {
  const sql = `SELECT id, embedder FROM collection
    WHERE substr(name, 1, ?1) = ?2 AND embedder IN (SELECT value FROM json_each(?3))`;
  // As above.
  return prepare<{
    id: number;
    embedder: string;
  }>(database, sql).all({ 1: begin.length, 2: begin, 3: JSON.stringify(embedders) });
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

/** What is found where no database is yet. */
export const noVectors: ReadonlyMap<string, Float32Array> = new Map();

/** The vectors of texts, by key; what has none, or a damaged one, is not among them. */
export function findVectors(
  database: ReadableDatabase,
  embedder: string,
  hashes: readonly string[],
): Map<string, Float32Array> {
  const sql = `SELECT text_hash, vector FROM (SELECT DISTINCT value FROM json_each(?)) AS wanted
    CROSS JOIN embedding ON embedding.embedder = ? AND embedding.text_hash = wanted.value`;
  // The columns are the ones just named.
  return toVectors(prepare<VectorRow>(database, sql).all(JSON.stringify(hashes), embedder));
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
  return toVectors(prepare<VectorRow>(database, `SELECT text_hash, vector ${alike}`).all(range));
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
