import type { Element, ElementSource } from '../../../shared/model/element.ts';
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
  return hits
    .map(hit => ({ hit, score: scoreOf(hit, best) }))
    .filter(({ score }) => score >= query.minScore)
    .map(({ hit, score }) => readElement(database, hit.id, score));
}

function collectionsOf(database: ReadableDatabase, name: string | undefined): number[] {
  if (name === undefined) return collectionIds(database);
  const id = findCollection(database, name);
  return id === undefined ? [] : [id];
}

/** A word that stands in every chunk ranks 0 throughout. */
const scoreOf = (hit: FullTextHit, best: number): number => (best === 0 ? 1 : hit.rank / best);

interface ChunkRow {
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

const chunkSql = `SELECT document_id, ordinal, chunk.title, content, chars4, o200k_base, chunk.row_hash,
    collection.name AS collection, path, trust, updated_at, document.row_hash AS document_hash
  FROM chunk JOIN document ON document.id = chunk.document_id
  JOIN collection ON collection.id = document.collection_id WHERE chunk.id = ?`;

/** A chunk as an element; `storage_failed` when it or its document is damaged (F5). */
export function readElement(database: ReadableDatabase, chunkId: number, score: number): Element {
  // The columns are the ones of the interface; the full-text table holds existing chunks only.
  const row = prepare(database, chunkSql).get(chunkId) as ChunkRow;
  const ref = `${row.collection}/${row.path}`;
  verifyRow(`a part of the document ${ref}`, chunkRow(row), row.row_hash);
  verifyRow(`the document ${ref}`, documentRow(row), row.document_hash);
  const { title, content, trust, updated_at: timestamp } = row;
  const source: ElementSource = { kind: 'document', ref, title, timestamp, trust };
  return {
    id: `${row.document_id}:${row.ordinal}`,
    title,
    content,
    timestamp,
    score,
    source,
    counts: { chars4: row.chars4, o200k_base: row.o200k_base },
    collection: row.collection,
    path: row.path,
    ordinal: row.ordinal,
  };
}
