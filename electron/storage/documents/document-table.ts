import type { StoredDocument } from '../../../shared/contract/content.ts';
import { turnOf } from '../../../shared/search/turn.ts';
import { raiseVersion } from '../database/content-version.ts';
import { rowHash } from '../database/row-hash.ts';
import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';
import { embeddingKey } from '../embeddings/embedding-table.ts';
import { sha256 } from '../files/read-text-file.ts';
import type { Chunk } from './chunk-markdown.ts';
import { deleteCollection, ensureCollection, findCollection, ofUsers } from './collection-table.ts';
import { addFullText, compactFullText, deleteFullText } from './full-text.ts';

/** How far content may be trusted (M5): what came with the project, or what was imported from elsewhere. */
export type DocumentTrust = 'project' | 'imported';

export interface CountedChunk extends Chunk {
  readonly chars4: number;
  readonly o200k_base: number;
  /** Version of the patterns that found no secret in the chunk and what it is shown with (A3b); null where unknown. */
  readonly cleanUnder: number | null;
}

/** A document ready to be stored; everything that takes time has been done before the transaction. */
export interface PreparedDocument {
  readonly collection: string;
  readonly path: string;
  readonly title: string;
  readonly trust: DocumentTrust;
  readonly contentHash: string;
  readonly bytes: number;
  readonly chunks: readonly CountedChunk[];
  readonly updatedAt: string;
}

/** A document is known by its collection and path, so that its chunks keep their ids when its content changes (M5). */
export function documentId(collection: string, path: string): string {
  return sha256(`${collection}\n${path}`).slice(0, 16);
}

/** Content hashes of a collection's documents by path. */
export function documentHashes(database: ReadableDatabase, collection: string): Map<string, string> {
  const sql = `SELECT path, content_hash FROM document
    JOIN collection ON collection.id = document.collection_id WHERE collection.name = ?`;
  // The columns are the ones just named.
  const rows = prepare(database, sql).all(collection) as { path: string; content_hash: string }[];
  return new Map(rows.map(row => [row.path, row.content_hash]));
}

/**
 * Stores documents of one collection in one transaction (`writeInSteps`), and brings its full-text index into shape when
 * much of it is new: a word that stands in one place is found twice as fast as one in many.
 */
export function* putDocuments(
  database: WritableDatabase,
  documents: readonly PreparedDocument[],
): Generator<void> {
  for (const document of documents) yield* putDocument(database, document);
  const [first] = documents;
  const id = first && findCollection(database, first.collection);
  if (id === undefined) return;
  const written = documents.reduce((sum, { chunks }) => sum + chunks.length, 0);
  if (written >= countChunks(database, id) * newShare) yield* compactFullText(database, id);
}

/** Compacting writes the whole index anew, so that a change in few of many documents is not worth it. */
const newShare = 0.1;

function countChunks(database: ReadableDatabase, collectionId: number): number {
  const sql = 'SELECT COALESCE(SUM(chunks), 0) FROM document WHERE collection_id = ?';
  return Number(prepare(database, sql).pluck().get(collectionId));
}

/** Stores a document in place of the one that had its path, one step per chunk. */
export function* putDocument(database: WritableDatabase, document: PreparedDocument): Generator<void> {
  const collectionId = ensureCollection(database, document.collection);
  const id = documentId(document.collection, document.path);
  deleteRows(database, collectionId, id);
  raiseDocumentVersions(database, document.collection);
  const { path, title, trust, contentHash, bytes, chunks, updatedAt } = document;
  const tokens = chunks.reduce((sum, chunk) => sum + chunk.o200k_base, 0);
  prepare(
    database,
    `INSERT INTO document (id, collection_id, path, title, trust, content_hash, bytes, chunks, tokens, updated_at, row_hash)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    id,
    collectionId,
    path,
    title,
    trust,
    contentHash,
    bytes,
    chunks.length,
    tokens,
    updatedAt,
    rowHash(documentRow({ collection: document.collection, path, trust, updated_at: updatedAt })),
  );
  for (const [ordinal, chunk] of chunks.entries()) {
    putChunk(database, collectionId, id, ordinal, chunk);
    yield;
  }
}

/** What of a document reaches a context beside its chunks, and so is guarded by the row's hash (F5). */
export function documentRow(document: {
  readonly collection: string;
  readonly path: string;
  readonly trust: string;
  readonly updated_at: string;
}): string[] {
  return [document.collection, document.path, document.trust, document.updated_at];
}

/** What of a chunk is guarded by its hash: the scan too, since a damaged one would let a secret pass (F5). */
export function chunkRow(chunk: {
  readonly title: string;
  readonly content: string;
  readonly chars4: number;
  readonly o200k_base: number;
  readonly clean_under: number | null;
}): (string | number)[] {
  const { title, content, chars4, o200k_base, clean_under } = chunk;
  const counted = [title, content, chars4, o200k_base];
  // Rows from before there were scans keep their hash.
  return clean_under === null ? counted : [...counted, clean_under];
}

function putChunk(
  database: WritableDatabase,
  collectionId: number,
  document: string,
  ordinal: number,
  chunk: CountedChunk,
): void {
  const clean_under = chunk.cleanUnder;
  const { lastInsertRowid } = prepare(
    database,
    `INSERT INTO chunk
       (document_id, ordinal, title, content, chars4, o200k_base, row_hash, speaker, embed_hash, clean_under)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    document,
    ordinal,
    chunk.title,
    chunk.content,
    chunk.chars4,
    chunk.o200k_base,
    rowHash(chunkRow({ ...chunk, clean_under })),
    turnOf(chunk.content)?.speaker ?? null,
    embeddingKey(chunk.content),
    clean_under,
  );
  addFullText(database, collectionId, { id: lastInsertRowid, title: chunk.title, body: chunk.body });
}

/** Documents by collection and path. */
export function listDocuments(database: ReadableDatabase, collection: string | undefined): StoredDocument[] {
  const sql = `SELECT document.id, collection.name AS collection, path, title, chunks, tokens, bytes, updated_at
    FROM document JOIN collection ON collection.id = document.collection_id
    WHERE (?1 IS NULL AND ${ofUsers}) OR collection.name = ?1 ORDER BY collection.name, path`;
  // The columns are the ones just named.
  return prepare(database, sql).all({ 1: collection ?? null }) as StoredDocument[];
}

/** Deletes one document, or the whole collection; returns how many went. */
export function deleteDocuments(
  database: WritableDatabase,
  collection: string,
  path: string | undefined,
): number {
  const collectionId = findCollection(database, collection);
  if (collectionId === undefined) return 0;
  raiseDocumentVersions(database, collection);
  if (path !== undefined) return deleteRows(database, collectionId, documentId(collection, path));
  return deleteCollection(database, collectionId);
}

/** A change of one collection is one of all of them, too: a search may look at either. */
export function raiseDocumentVersions(database: WritableDatabase, collection: string): void {
  raiseVersion(database, `documents/${collection}`);
  raiseVersion(database, 'documents');
}

function deleteRows(database: WritableDatabase, collectionId: number, id: string): number {
  // Integer primary keys.
  const chunkIds = prepare(database, 'SELECT id FROM chunk WHERE document_id = ?')
    .pluck()
    .all(id) as number[];
  for (const chunkId of chunkIds) deleteFullText(database, collectionId, chunkId);
  return prepare(database, 'DELETE FROM document WHERE id = ?').run(id).changes;
}

export function countDocuments(database: ReadableDatabase): { documents: number; chunks: number } {
  const sql = 'SELECT COUNT(*) AS documents, COALESCE(SUM(chunks), 0) AS chunks FROM document';
  // The columns are the ones just named.
  return prepare(database, sql).get() as { documents: number; chunks: number };
}
