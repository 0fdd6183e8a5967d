import type { StoredDocument } from '../../../shared/contract/content.ts';
import { turnOf } from '../../../shared/search/turn.ts';
import { raiseVersion } from '../database/content-version.ts';
import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';
import { embeddingKey } from '../embeddings/embedding-table.ts';
import { sha256 } from '../files/read-text-file.ts';
import { createWordIndexChange, type IndexedChunk, type WordIndexChange } from '../full-text/word-index.ts';
import type { Chunk } from './chunk-markdown.ts';
import { deleteCollection, ensureCollection, findCollection, ofUsers } from './collection-table.ts';
import { type DocumentTrust, packChunk, unpackChunk } from './packed-chunk.ts';

interface CountedChunk extends Chunk {
  readonly chars4: number;
  readonly o200k_base: number;
  /** Version of the patterns that found no secret in the chunk and what it is shown with; null where unknown. */
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

/** A document is known by its collection and path, so that its chunks keep their ids when its content changes. */
export function documentId(collection: string, path: string): string {
  return sha256(`${collection}\n${path}`).slice(0, 16);
}

/** Content hashes of a collection's documents by path. */
export function documentHashes(database: ReadableDatabase, collection: string): Map<string, string> {
  const sql = `SELECT path, content_hash FROM document
    JOIN collection ON collection.id = document.collection_id WHERE collection.name = ?`;
  // The columns are the ones just named.
  const rows = prepare<{ path: string; content_hash: string }>(database, sql).all(collection);
  return new Map(rows.map(row => [row.path, row.content_hash]));
}

/** Postings that are kept in memory before they are written. */
const mostWaiting = 1_000_000;

/** Documents of one collection that are stored within one transaction. */
interface DocumentsChange {
  /** Each in place of the one that had its path; some steps per document. */
  put(documents: readonly PreparedDocument[]): Generator<void>;
  /** Makes what was put findable. */
  end(): Generator<void>;
}

/** Begins to store documents of a collection, which is made where it is not there yet. */
export function beginDocuments(database: WritableDatabase, collection: string): DocumentsChange {
  const collectionId = ensureCollection(database, collection);
  const words = createWordIndexChange();
  return {
    *put(documents) {
      for (const document of documents) {
        yield* putDocument(database, collectionId, document, words);
        if (words.waiting > mostWaiting) yield* words.apply(database, collectionId);
      }
    },
    *end() {
      yield* words.apply(database, collectionId);
      raiseDocumentVersions(database, collection);
    },
  };
}

/** Stores documents of one collection within one transaction (`writeInSteps`). */
export function* putDocuments(
  database: WritableDatabase,
  documents: readonly PreparedDocument[],
): Generator<void> {
  const [first] = documents;
  if (first === undefined) return;
  const change = beginDocuments(database, first.collection);
  yield* change.put(documents);
  yield* change.end();
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
  const firstId = nextChunkId(database);
  for (const [ordinal, chunk] of chunks.entries()) {
    words.add(putChunk(database, { document, documentId: id, ordinal, id: firstId + ordinal }, chunk));
    yield;
  }
}

interface PlacedChunk {
  readonly document: PreparedDocument;
  /** The document's. */
  readonly documentId: string;
  readonly ordinal: number;
  /** The chunk's own. */
  readonly id: number;
}

/** A chunk repeats what a context shows of its document, so that a search reads and verifies one row each. */
function putChunk(database: WritableDatabase, place: PlacedChunk, chunk: CountedChunk): IndexedChunk {
  const { document, documentId, ordinal, id } = place;
  const { collection, path, trust, updatedAt } = document;
  const { title, content, chars4, o200k_base, cleanUnder } = chunk;
  const shown = { id, documentId, ordinal, collection, path, trust, updatedAt, title, content };
  prepare(
    database,
    `INSERT INTO chunk (id, document_id, ordinal, packed, clean_under, speaker, embed_hash)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    id,
    documentId,
    ordinal,
    packChunk({ ...shown, chars4, o200k_base, cleanUnder }),
    cleanUnder,
    turnOf(content)?.speaker ?? null,
    embeddingKey(content),
  );
  return { id, title, content };
}

/** The id of the next chunk: a chunk names its own, so it is chosen before. */
const nextChunkId = (database: ReadableDatabase): number =>
  Number(prepare(database, 'SELECT coalesce(max(id), 0) + 1 FROM chunk').pluck().get());

/** Documents by collection and path. */
export function listDocuments(database: ReadableDatabase, collection: string | undefined): StoredDocument[] {
  const sql = `SELECT document.id, collection.name AS collection, path, title, chunks, tokens, bytes, updated_at
    FROM document JOIN collection ON collection.id = document.collection_id
    WHERE (?1 IS NULL AND ${ofUsers}) OR collection.name = ?1 ORDER BY collection.name, path`;
  // The columns are the ones just named.
  return prepare<StoredDocument>(database, sql).all({ 1: collection ?? null });
}

/** Documents whose collection, path or title holds all of the words, which are in lower case; by collection and path. */
export function findDocuments(
  database: ReadableDatabase,
  words: readonly string[],
  limit: number,
): Pick<StoredDocument, 'collection' | 'path' | 'title'>[] {
  const holds = words
    .map(() => "AND instr(lower(collection.name || '/' || path || ' ' || title), ?) > 0")
    .join(' ');
  const sql = `SELECT collection.name AS collection, path, title
    FROM document JOIN collection ON collection.id = document.collection_id
    WHERE ${ofUsers} ${holds} ORDER BY collection.name, path LIMIT ?`;
  // The columns are the ones just named.
  return prepare<Pick<StoredDocument, 'collection' | 'path' | 'title'>>(database, sql).all(...words, limit);
}

/** The last path of a collection; undefined where it has none. */
export function lastPath(database: ReadableDatabase, collection: string): unknown {
  const sql = `SELECT path FROM document WHERE collection_id = ? ORDER BY path DESC LIMIT 1`;
  return prepare(database, sql).pluck().get(findCollection(database, collection));
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
function raiseDocumentVersions(database: WritableDatabase, collection: string): void {
  raiseVersion(database, `documents/${collection}`);
  raiseVersion(database, 'documents');
}

function deleteRows(database: WritableDatabase, id: string, words: WordIndexChange): number {
  const all = prepare(database, 'SELECT packed FROM chunk WHERE document_id = ?').pluck().all(id);
  for (const packed of all) {
    const chunk = unpackChunk(packed);
    // The words of a damaged one are not known; what they find is not there any more.
    if (chunk !== undefined) words.remove(chunk);
  }
  const expected: unknown = prepare(database, 'SELECT chunks FROM document WHERE id = ?').pluck().get(id);
  // A damaged index hides chunks, which searches would go on finding by their words: then all are looked at.
  if (expected !== undefined && expected !== all.length)
    prepare(database, 'DELETE FROM chunk WHERE +document_id = ?').run(id);
  return prepare(database, 'DELETE FROM document WHERE id = ?').run(id).changes;
}

export function countDocuments(database: ReadableDatabase): { documents: number; chunks: number } {
  const sql = 'SELECT COUNT(*) AS documents, COALESCE(SUM(chunks), 0) AS chunks FROM document';
  // A count always has a row.
  return prepare<{ documents: number; chunks: number }>(database, sql).get() ?? { documents: 0, chunks: 0 };
}

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

/** A collection's chunks by path and place, after a given one. */
export function readChunkPlaces(
  database: ReadableDatabase,
  collectionId: number,
  embedder: string | null,
  after: { readonly path: string; readonly ordinal: number },
  limit: number,
): ChunkPlace[] {
  const sql = `SELECT chunk.id, document.path, ordinal, speaker, vector
    FROM document JOIN chunk ON chunk.document_id = document.id
    LEFT JOIN embedding ON embedding.embedder = ?1 AND embedding.text_hash = chunk.embed_hash
    WHERE collection_id = ?2 AND (document.path, ordinal) > (?3, ?4) ORDER BY document.path, ordinal LIMIT ?5`;
  const given = { 1: embedder, 2: collectionId, 3: after.path, 4: after.ordinal, 5: limit };
  // The columns are the ones of the interface.
  return prepare<ChunkPlace>(database, sql).all(given);
}
