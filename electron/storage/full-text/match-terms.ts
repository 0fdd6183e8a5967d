import { bestPlaces } from '../../../shared/search/best-places.ts';
import { bm25 } from '../../../shared/search/bm25.ts';
import { prepare, type ReadableDatabase } from '../database/sqlite.ts';
import { eachPosting, firstId } from './postings.ts';

/** A chunk that has any of the terms. */
interface FullTextHit {
  readonly id: number;
  /** bm25 over the collection's own statistics, above zero; the best one highest. */
  readonly score: number;
}

/** Scores by rising chunk ids. */
interface ScoredChunks {
  readonly ids: number[];
  readonly scores: number[];
}

const { saturation, lengthWeight } = bm25;
/** A term that stands in half of all chunks or more still tells a little. */
const leastRarity = 1e-6;

/** A collection and what bm25 asks of it as a whole. */
export interface SizedCollection {
  readonly id: number;
  readonly chunks: number;
  /** Terms of all chunks, repeated ones too. */
  readonly terms: number;
}

/** The chunks of several collections that have any of the terms, scored as if they were one, by id. */
export function matchTermsTogether(
  database: ReadableDatabase,
  collections: readonly SizedCollection[],
  terms: readonly string[],
): Map<number, number> {
  const chunks = collections.reduce((sum, one) => sum + one.chunks, 0);
  const all = {
    chunks,
    terms: Math.max(
      1,
      collections.reduce((sum, one) => sum + one.terms, 0),
    ),
  };
  const found = new Map<number, number>();
  for (const term of terms) {
    const scored = collections.map(({ id }) => scorePostings(database, { ...all, id }, term));
    const rarity = rarityOf(
      chunks,
      scored.reduce((sum, { ids }) => sum + ids.length, 0),
    );
    for (const { ids, scores } of scored)
      for (const [at, id] of ids.entries()) found.set(id, (found.get(id) ?? 0) + (scores[at] ?? 0) * rarity);
  }
  return found;
}

/** The chunks of a collection that have any of the terms, best first; equal ones in the order of their ids. */
export function matchTerms(
  database: ReadableDatabase,
  collection: SizedCollection,
  terms: readonly string[],
  limit: number,
): FullTextHit[] {
  const { ids, scores } = merged(terms.map(term => scoreTerm(database, collection, term)));
  return bestPlaces(scores, limit).map(place => ({ id: ids[place] ?? 0, score: scores[place] ?? 0 }));
}

function scoreTerm(database: ReadableDatabase, collection: SizedCollection, term: string): ScoredChunks {
  const { ids, scores } = scorePostings(database, collection, term);
  const rarity = rarityOf(collection.chunks, ids.length);
  for (let at = 0; at < scores.length; at += 1) scores[at] = (scores[at] ?? 0) * rarity;
  return { ids, scores };
}

/** How much a term tells that stands in so many of all chunks. */
const rarityOf = (chunks: number, found: number): number =>
  Math.max(leastRarity, Math.log((chunks - found + 0.5) / (found + 0.5)));

function scorePostings(
  database: ReadableDatabase,
  { id: collectionId, chunks, terms }: SizedCollection,
  term: string,
): ScoredChunks {
  // One column without an order costs a third of two in order.
  const sql = 'SELECT postings FROM posting WHERE collection_id = ? AND term = ?';
  // The column is a blob.
  const blocks = prepare<Buffer>(database, sql).pluck().all(collectionId, term);
  if (blocks.length > 1) blocks.sort((left, right) => firstId(left) - firstId(right));
  // Arrays of their own memory, as typed ones are, would cost most searches more than the rest of this.
  const ids: number[] = [];
  const scores: number[] = [];
  const atLeast = saturation * (1 - lengthWeight);
  const perTerm = (saturation * lengthWeight * chunks) / terms;
  for (const block of blocks)
    eachPosting(block, (id, weight, length) => {
      ids.push(id);
      scores.push((weight * (saturation + 1)) / (weight + atLeast + perTerm * length));
    });
  return { ids, scores };
}

/** Adds up what several terms score, two halves at a time. */
function merged(lists: readonly ScoredChunks[]): ScoredChunks {
  if (lists.length < 2) return lists[0] ?? { ids: [], scores: [] };
  const half = lists.length >> 1;
  return mergedPair(merged(lists.slice(0, half)), merged(lists.slice(half)));
}

function mergedPair(left: ScoredChunks, right: ScoredChunks): ScoredChunks {
  const ids: number[] = [];
  const scores: number[] = [];
  for (let a = 0, b = 0; a < left.ids.length || b < right.ids.length; ) {
    const fromLeft = left.ids[a] ?? Number.POSITIVE_INFINITY;
    const fromRight = right.ids[b] ?? Number.POSITIVE_INFINITY;
    ids.push(Math.min(fromLeft, fromRight));
    let score = 0;
    if (fromLeft <= fromRight) score += left.scores[a++] ?? 0;
    if (fromRight <= fromLeft) score += right.scores[b++] ?? 0;
    scores.push(score);
  }
  return { ids, scores };
}
