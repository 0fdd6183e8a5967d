import type { ReadableDatabase } from '../../storage/database/sqlite.ts';
import { type EmbeddedCollection, isOfWeft } from '../../storage/documents/collection-table.ts';
import { matchTerms, matchTermsTogether } from '../../storage/full-text/match-terms.ts';
import { searchTerms } from '../../storage/full-text/search-words.ts';
import type { CollectionIndex } from './collection-index.ts';

/** A collection among those that are searched together. */
export interface IndexedPart {
  readonly collection: EmbeddedCollection;
  readonly index: CollectionIndex;
  /** Where its places begin among those of all parts. */
  readonly offset: number;
}

/** Chunks with any of the words that count for ranking; what ranks behind them has no weight. */
const mostMatches = 4000;

/** bm25 by place of the chunks of all parts that have any of a text's words. */
export function matches(
  database: ReadableDatabase,
  parts: readonly IndexedPart[],
  text: string,
): Map<number, number> {
  const terms = searchTerms(text);
  const found = new Map<number, number>();
  // Each conversation is a collection: what is rare among all of them tells them apart.
  if (parts.length > 1 && parts.every(({ collection: { name } }) => isOfWeft(name)))
    return matchesTogether(database, parts, terms);
  for (const { collection, index, offset } of parts)
    for (const { id, score } of matchTerms(database, collection, terms, mostMatches)) {
      const place = index.placeOf.get(id);
      if (place !== undefined) found.set(offset + place, score);
    }
  return found;
}

function matchesTogether(
  database: ReadableDatabase,
  parts: readonly IndexedPart[],
  terms: readonly string[],
): Map<number, number> {
  const collections = parts.map(({ collection }) => collection);
  const scores = matchTermsTogether(database, collections, terms);
  const found = parts.flatMap(({ index, offset }) =>
    [...index.placeOf].flatMap(([id, place]): [number, number][] => {
      const score = scores.get(id);
      return score === undefined ? [] : [[offset + place, score]];
    }),
  );
  return new Map(found);
}
