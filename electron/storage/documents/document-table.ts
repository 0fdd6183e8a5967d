import type { StoredDocument } from '../../../shared/contract/content.ts';
import { turnOf } from '../../../shared/search/turn.ts';
import { raiseVersion } from '../database/content-version.ts';
import { rowHash } from '../database/row-hash.ts';
import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';
import { embeddingKey } from '../embeddings/embedding-table.ts';
import { sha256 } from '../files/read-text-file.ts';
import { createWordIndexChange, type IndexedChunk, type WordIndexChange } from '../full-text/word-index.ts';
import type { Chunk } from './chunk-markdown.ts';
import { deleteCollection, ensureCollection, findCollection, ofUsers } from './collection-table.ts';

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

/** Postings that are kept in memory before they are written. */
const mostWaiting = 1_000_000;

/** Stores documents of one collection in one transaction, each in place of the one that had its path (`writeInSteps`). */
export function* putDocuments(
  database: WritableDatabase,
  documents: readonly PreparedDocument[],
): Generator<void> {
  const [first] = documents;
  if (first === undefined) return;
  const collectionId = ensureCollection(database, first.collection);
  const words = createWordIndexChange();
  for (const document of documents) {
    yield* putDocument(database, collectionId, document, words);
    if (words.waiting > mostWaiting) yield* words.apply(database, collectionId);
  }
  yield* words.apply(database, collectionId);
  raiseDocumentVersions(database, first.collection);
}

function* putDocument(
  database: WritableDatabase,
  collectionId: number,
  document: PreparedDocument,
  words: WordIndexChange,
): Generator<void> {
  const id = documentId(document.collection, document.path);
  deleteRows(database, id, words);
  const { path, title, trust, contentHash, bytes, chunks, updatedAt } = document;
  const tokens = chunks.reduce((sum, chunk) => sum + chunk.o200k_base, 0);
  prepare(
    database,
    `INSERT INTO document (id, collection_id, path, title, trust, content_hash, bytes, chunks, tokens, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(id, collectionId, path, title, trust, contentHash, bytes, chunks.length, tokens, updatedAt);
  for (const [ordinal, chunk] of chunks.entries()) {
    words.add(putChunk(database, { document, id, ordinal }, chunk));
    yield;
  }
}

/** What of a chunk reaches a context, as its row says it. */
export interface ChunkRow {
  readonly collection: string;
  readonly path: string;
  readonly trust: DocumentTrust;
  readonly updated_at: string;
  readonly title: string;
  readonly content: string;
  readonly chars4: number;
  readonly o200k_base: number;
  readonly clean_under: number | null;
}

/** What of a chunk is guarded by its hash: the scan too, since a damaged one would let a secret pass (F5). */
export function guardedFields(row: ChunkRow): (string | number | null)[] {
  const { collection, path, trust, updated_at, title, content, chars4, o200k_base, clean_under } = row;
  return [collection, path, trust, updated_at, title, content, chars4, o200k_base, clean_under];
}

interface ChunkPlace {
  readonly document: PreparedDocument;
  /** The document's. */
  readonly id: string;
  readonly ordinal: number;
}

/** A chunk repeats what a context shows of its document, so that a search reads and verifies one row each. */
function putChunk(
  database: WritableDatabase,
  { document, id, ordinal }: ChunkPlace,
  chunk: CountedChunk,
): IndexedChunk {
  const { collection, path, trust, updatedAt: updated_at } = document;
  const { title, content, chars4, o200k_base, cleanUnder: clean_under } = chunk;
  const row = { collection, path, trust, updated_at, title, content, chars4, o200k_base, clean_under };
  const { lastInsertRowid } = prepare(
    database,
    `INSERT INTO chunk (document_id, ordinal, collection, path, trust, updated_at, title, content, chars4, o200k_base,
       clean_under, row_hash, speaker, embed_hash)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    id,
    ordinal,
    ...guardedFields(row),
    rowHash(guardedFields(row)),
    turnOf(content)?.speaker ?? null,
    embeddingKey(content),
  );
  return { id: Number(lastInsertRowid), title, content };
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
  if (path === undefined) return deleteCollection(database, collectionId);
  const words = createWordIndexChange();
  const deleted = deleteRows(database, documentId(collection, path), words);
  for (const _ of words.apply(database, collectionId));
  return deleted;
}

/** A change of one collection is one of all of them, too: a search may look at either. */
export function raiseDocumentVersions(database: WritableDatabase, collection: string): void {
  raiseVersion(database, `documents/${collection}`);
  raiseVersion(database, 'documents');
}

function deleteRows(database: WritableDatabase, id: string, words: WordIndexChange): number {
  const sql = 'SELECT id, title, content FROM chunk WHERE document_id = ?';
  // The columns are the ones of the interface.
  for (const chunk of prepare(database, sql).all(id) as IndexedChunk[]) words.remove(chunk);
  return prepare(database, 'DELETE FROM document WHERE id = ?').run(id).changes;
}

export function countDocuments(database: ReadableDatabase): { documents: number; chunks: number } {
  const sql = 'SELECT COUNT(*) AS documents, COALESCE(SUM(chunks), 0) AS chunks FROM document';
  // The columns are the ones just named.
  return prepare(database, sql).get() as { documents: number; chunks: number };
}
