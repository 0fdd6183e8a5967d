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
  readonly collection: string;
  readonly path: string;
  readonly trust: 'project' | 'imported';
  readonly updated_at: string;
  readonly document_hash: string;
}

const chunkSql = `SELECT chunk.id, document_id, ordinal, chunk.title, content, chars4, o200k_base, chunk.row_hash,
    collection.name AS collection, path, trust, updated_at, document.row_hash AS document_hash
  FROM (SELECT value FROM json_each(?)) AS wanted CROSS JOIN chunk ON chunk.id = wanted.value
  JOIN document ON document.id = chunk.document_id JOIN collection ON collection.id = document.collection_id`;

/** A chunk that is wanted, with the score it is given. */
export interface WantedChunk {
  readonly id: number;
  readonly score: number;
}

/** Chunks as elements, in the order they are wanted; `storage_failed` when one or its document is damaged (F5). */
export function readElements(database: ReadableDatabase, wanted: readonly WantedChunk[]): Element[] {
  const verified = verifiedChunks(database);
  const unread = wanted.filter(({ id }) => !verified.has(id)).map(({ id }) => id);
  if (unread.length > 0)
    for (const [id, element] of readVerified(database, unread)) verified.set(id, element);
  const found = wanted.flatMap(({ id, score }) => {
    const element = verified.get(id);
    return element === undefined ? [] : [{ ...element, score }];
  });
  if (verified.size > keptChunks) verified.clear();
  return found;
}

/** Chunks that stay in memory once they were read and verified; at most some ten megabytes. */
const keptChunks = 4000;

interface VerifiedChunks {
  readonly version: number;
  readonly chunks: Map<number, Element>;
}

const verifiedByConnection = new WeakMap<ReadableDatabase, VerifiedChunks>();

/** What was verified before, as long as no document was written by anybody since. */
function verifiedChunks(database: ReadableDatabase): Map<number, Element> {
  const version = contentVersion(database, 'documents');
  const known = verifiedByConnection.get(database);
  if (known?.version === version) return known.chunks;
  const chunks = new Map<number, Element>();
  verifiedByConnection.set(database, { version, chunks });
  return chunks;
}

function readVerified(database: ReadableDatabase, ids: readonly number[]): Map<number, Element> {
  // The columns are the ones of the interface.
  const rows = prepare(database, chunkSql).all(JSON.stringify(ids)) as ChunkRow[];
  const documents = new Set<string>();
  return new Map(
    rows.map(row => {
      const ref = `${row.collection}/${row.path}`;
      verifyRow(`a part of the document ${ref}`, chunkRow(row), row.row_hash);
      if (!documents.has(row.document_id))
        verifyRow(`the document ${ref}`, documentRow(row), row.document_hash);
      documents.add(row.document_id);
      return [row.id, toElement(row, ref)];
    }),
  );
}

function toElement(row: ChunkRow, ref: string): Element {
  const { title, content, trust, updated_at: timestamp } = row;
  const source: ElementSource = { kind: 'document', ref, title, timestamp, trust };
  return {
    id: `${row.document_id}:${row.ordinal}`,
    title,
    content,
    timestamp,
    source,
    counts: { chars4: row.chars4, o200k_base: row.o200k_base },
    collection: row.collection,
    path: row.path,
    ordinal: row.ordinal,
  };
}
