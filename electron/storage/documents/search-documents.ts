import type { Element } from '../../../shared/model/element.ts';
import type { ReadableDatabase } from '../database/sqlite.ts';
import { collectionIds, findCollection } from './collection-table.ts';
import { type FullTextHit, matchFullText } from './full-text.ts';
import { readElements } from './read-elements.ts';
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
