import type { Element } from '../../../shared/model/element.ts';
import type { ReadableDatabase } from '../database/sqlite.ts';
import { matchTerms, type SizedCollection } from '../full-text/match-terms.ts';
import { searchTerms } from '../full-text/search-words.ts';
import { findSizedCollection, listSizedCollections } from './collection-table.ts';
import { readElements } from './read-elements.ts';

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
