import type { Element, ElementSource } from '../../../shared/model/element.ts';
import { contentVersion } from '../database/content-version.ts';
import { verifyRow } from '../database/row-hash.ts';
import { prepare, type ReadableDatabase } from '../database/sqlite.ts';
import { collectionIds, findCollection } from './collection-table.ts';
import { chunkRow, documentRow } from './document-table.ts';
import { type FullTextHit, matchFullText } from './full-text.ts';
import { matchAnyWord } from './search-words.ts';

export interface ChunkQuery {
  readonly query: string;
  /** All collections when absent. */
  readonly collection?: string;
  readonly topK: number;
  /** Least score in 0..1. */
  readonly minScore: number;
}

/** Chunks that have any of the query's words, best first by bm25; the best scores 1, the others their part of it (M2). */
export function searchDocuments(database: ReadableDatabase, query: ChunkQuery): Element[] {
  const match = matchAnyWord(query.query);
  if (match === undefined) return [];
  const hits = collectionsOf(database, query.collection)
    .flatMap(collection => matchFullText(database, collection, match, query.topK))
    .sort((left, right) => left.rank - right.rank || left.id - right.id)
    .slice(0, query.topK);
  const best = hits[0]?.rank ?? -1;
  const wanted = hits
    .map(hit => ({ id: hit.id, score: scoreOf(hit, best) }))
    .filter(({ score }) => score >= query.minScore);
  return readElements(database, wanted);
}

function collectionsOf(database: ReadableDatabase, name: string | undefined): number[] {
  if (name === undefined) return collectionIds(database);
  const id = findCollection(database, name);
  return id === undefined ? [] : [id];
}

/** A word that stands in every chunk ranks 0 throughout. */
const scoreOf = (hit: FullTextHit, best: number): number => (best === 0 ? 1 : hit.rank / best);

interface ChunkRow {
  readonly id: number;
  readonly document_id: string;
  readonly ordinal: number;
  readonly title: string;
  readonly content: string;
  readonly chars4: number;
  readonly o200k_base: number;
  readonly row_hash: string;
}

interface DocumentRow {
  readonly collection: string;
  readonly path: string;
  readonly trust: 'project' | 'imported';
  readonly updated_at: string;
  readonly row_hash: string;
}

const chunkSql = `SELECT chunk.id, document_id, ordinal, title, content, chars4, o200k_base, row_hash
  FROM (SELECT value FROM json_each(?)) AS wanted CROSS JOIN chunk ON chunk.id = wanted.value`;

const documentSql = `SELECT collection.name AS collection, path, trust, updated_at, row_hash
  FROM document JOIN collection ON collection.id = document.collection_id WHERE document.id = ?`;

/** A chunk that is wanted, with the score it is given. */
export interface WantedChunk {
  readonly id: number;
  readonly score: number;
}

/** Chunks as elements, in the order they are wanted; `storage_failed` when one or its document is damaged (F5). */
export function readElements(database: ReadableDatabase, wanted: readonly WantedChunk[]): Element[] {
  const verified = verifiedRows(database);
  const unread = wanted.filter(({ id }) => !verified.chunks.has(id)).map(({ id }) => id);
  if (unread.length > 0) readVerified(database, unread, verified);
  const found = wanted.flatMap(({ id, score }) => {
    const element = verified.chunks.get(id);
    return element === undefined ? [] : [{ ...element, score }];
  });
  if (verified.chunks.size > keptChunks) verified.chunks.clear();
  return found;
}

/** Chunks that stay in memory once they were read and verified; some twenty megabytes. */
const keptChunks = 10_000;

/** What was verified, as long as no document was written by anybody since. */
interface VerifiedRows {
  readonly version: number;
  readonly chunks: Map<number, Element>;
  readonly documents: Map<string, DocumentRow>;
}

const verifiedByConnection = new WeakMap<ReadableDatabase, VerifiedRows>();

function verifiedRows(database: ReadableDatabase): VerifiedRows {
  const version = contentVersion(database, 'documents');
  const known = verifiedByConnection.get(database);
  if (known?.version === version) return known;
  const rows = { version, chunks: new Map<number, Element>(), documents: new Map<string, DocumentRow>() };
  verifiedByConnection.set(database, rows);
  return rows;
}

function readVerified(database: ReadableDatabase, ids: readonly number[], verified: VerifiedRows): void {
  // The columns are the ones of the interface.
  const rows = prepare(database, chunkSql).all(JSON.stringify(ids)) as ChunkRow[];
  for (const row of rows) {
    const document = verified.documents.get(row.document_id) ?? readDocument(database, row.document_id);
    verifyRow(`a part of the document ${document.collection}/${document.path}`, chunkRow(row), row.row_hash);
    verified.documents.set(row.document_id, document);
    verified.chunks.set(row.id, toElement(row, document));
  }
}

function readDocument(database: ReadableDatabase, id: string): DocumentRow {
  // The columns are the ones of the interface; a chunk has its document.
  const row = prepare(database, documentSql).get(id) as DocumentRow;
  verifyRow(`the document ${row.collection}/${row.path}`, documentRow(row), row.row_hash);
  return row;
}

function toElement(row: ChunkRow, { collection, path, trust, updated_at: timestamp }: DocumentRow): Element {
  const { title, content } = row;
  const source: ElementSource = {
    kind: 'document',
    ref: `${collection}/${path}`,
    title,
    timestamp,
    trust,
  };
  return {
    id: `${row.document_id}:${row.ordinal}`,
    title,
    content,
    timestamp,
    source,
    counts: { chars4: row.chars4, o200k_base: row.o200k_base },
    collection,
    path,
    ordinal: row.ordinal,
  };
}
