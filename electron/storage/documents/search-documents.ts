import { noteCleanScan } from '../../../shared/model/clean-scan.ts';
import type { Element } from '../../../shared/model/element.ts';
import { damagedRow } from '../database/row-hash.ts';
import { prepare, type ReadableDatabase } from '../database/sqlite.ts';
import { matchTerms, type SizedCollection } from '../full-text/match-terms.ts';
import { searchTerms } from '../full-text/search-words.ts';
import { findSizedCollection, listSizedCollections } from './collection-table.ts';
import { type ShownChunk, unpackChunk } from './packed-chunk.ts';

interface ChunkQuery {
  readonly query: string;
  /** All collections when absent. */
  readonly collection?: string;
  readonly topK: number;
  /** Least score in 0..1. */
  readonly minScore: number;
}

/** Chunks that have any of the query's words, best first by bm25; the best scores 1, the others their part of it. */
export function searchDocuments(database: ReadableDatabase, query: ChunkQuery): Element[] {
  const terms = searchTerms(query.query);
  if (terms.length === 0) return [];
  const hits = collectionsOf(database, query.collection)
    .flatMap(collection => matchTerms(database, collection, terms, query.topK))
    .sort((left, right) => right.score - left.score || left.id - right.id)
    .slice(0, query.topK);
  const best = hits[0]?.score ?? 1;
  const wanted = hits
    .map(({ id, score }) => ({ id, score: score / best }))
    .filter(({ score }) => score >= query.minScore);
  return readElements(database, wanted);
}

function collectionsOf(database: ReadableDatabase, name: string | undefined): SizedCollection[] {
  if (name === undefined) return listSizedCollections(database);
  const collection = findSizedCollection(database, name);
  return collection === undefined ? [] : [collection];
}

/** A chunk that is wanted, with the score it is given. */
interface WantedChunk {
  readonly id: number;
  readonly score: number;
}

/** Chunks as elements, in the order they are wanted; `storage_failed` when one is damaged. */
export function readElements(database: ReadableDatabase, wanted: readonly WantedChunk[]): Element[] {
  const chunks = new Map<number, ShownChunk>();
  for (let first = 0; first < wanted.length; first += chunksTogether) {
    const ids = wanted.slice(first, first + chunksTogether).map(({ id }) => id);
    for (const chunk of readVerified(database, ids)) chunks.set(chunk.id, chunk);
  }
  return wanted.flatMap(({ id, score }) => {
    const chunk = chunks.get(id);
    return chunk === undefined ? [] : [toElement(chunk, score)];
  });
}

/** Chunks of one query; each number of them is a statement of its own. */
const chunksTogether = 64;

function readVerified(database: ReadableDatabase, ids: readonly number[]): ShownChunk[] {
  const sql = `SELECT packed FROM chunk WHERE id IN (${ids.map(() => '?').join()})`;
  const rows = prepare(database, sql).pluck().all(ids);
  return rows.map(packed => {
    const chunk = unpackChunk(packed);
    // One that says it is another is damaged, too.
    if (chunk === undefined || !ids.includes(chunk.id)) throw damagedAmong(database, ids);
    return chunk;
  });
}

/** Says which document a damaged chunk is of, by what is not damaged. */
function damagedAmong(database: ReadableDatabase, ids: readonly number[]): Error {
  const sql = `SELECT chunk.packed, collection.name AS collection, path FROM chunk
    JOIN document ON document.id = chunk.document_id JOIN collection ON collection.id = document.collection_id
    WHERE chunk.id = ?`;
  for (const id of ids) {
    // The columns are the ones just named; damage may have taken the document.
    const row = prepare<Record<'packed' | 'collection' | 'path', string>>(database, sql).get(id);
    if (row !== undefined && unpackChunk(row.packed)?.id !== id)
      return damagedRow(`a part of the document ${row.collection}/${row.path}`);
  }
  return damagedRow('a part of a document');
}

function toElement(chunk: ShownChunk, score: number): Element {
  const { collection, path, trust, updatedAt: timestamp, title, content, ordinal } = chunk;
  const source = { kind: 'document', ref: `${collection}/${path}`, title, timestamp, trust };
  if (chunk.cleanUnder !== null) noteCleanScan(source, content, chunk.cleanUnder);
  return {
    id: `${chunk.documentId}:${ordinal}`,
    title,
    content,
    timestamp,
    source,
    counts: { chars4: chunk.chars4, o200k_base: chunk.o200k_base },
    collection,
    path,
    ordinal,
    score,
  };
}
