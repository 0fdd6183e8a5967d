import { bestPlaces } from '../../../shared/search/best-places.ts';
import { prepare, type ReadableDatabase } from '../database/sqlite.ts';
import { eachPosting, firstId, mostPostings } from './postings.ts';

/** A chunk that has any of the terms. */
export interface FullTextHit {
  readonly id: number;
  /** bm25 over the collection's own statistics, above zero; the best one highest. */
  readonly score: number;
}

/** Scores by rising chunk ids. */
interface ScoredChunks {
  readonly ids: Float64Array;
  readonly scores: Float64Array;
}

/** How quickly more of a term stops counting, and how much long chunks lose: the usual values. */
const saturation = 1.2;
const lengthWeight = 0.75;
/** A term that stands in half of all chunks or more still tells a little. */
const leastRarity = 1e-6;

/** The chunks of a collection that have any of the terms, best first; equal ones in the order of their ids. */
export function matchTerms(
  database: ReadableDatabase,
  collectionId: number,
  terms: readonly string[],
  limit: number,
): FullTextHit[] {
  const collection = collectionSize(database, collectionId);
  const { ids, scores } = merged(terms.map(term => scoreTerm(database, collectionId, collection, term)));
  return bestPlaces(scores, limit).map(place => ({ id: ids[place] ?? 0, score: scores[place] ?? 0 }));
}

interface CollectionSize {
  readonly chunks: number;
  /** Terms of all chunks, repeated ones too. */
  readonly terms: number;
}

function collectionSize(database: ReadableDatabase, collectionId: number): CollectionSize {
  const sql = 'SELECT indexed_chunks AS chunks, indexed_terms AS terms FROM collection WHERE id = ?';
  // The columns are the ones just named.
  return (prepare(database, sql).get(collectionId) as CollectionSize | undefined) ?? { chunks: 0, terms: 0 };
}

function scoreTerm(
  database: ReadableDatabase,
  collectionId: number,
  { chunks, terms }: CollectionSize,
  term: string,
): ScoredChunks {
  // One column without an order costs a third of two in order.
  const sql = 'SELECT postings FROM posting WHERE collection_id = ? AND term = ?';
  // The column is a blob.
  const blocks = prepare(database, sql).pluck().all(collectionId, term) as Buffer[];
  if (blocks.length > 1) blocks.sort((left, right) => firstId(left) - firstId(right));
  const most = mostPostings(blocks);
  const [ids, scores] = [new Float64Array(most), new Float64Array(most)];
  const atLeast = saturation * (1 - lengthWeight);
  const perTerm = (saturation * lengthWeight * chunks) / terms;
  let count = 0;
  for (const block of blocks)
    eachPosting(block, (id, weight, length) => {
      ids[count] = id;
      scores[count] = (weight * (saturation + 1)) / (weight + atLeast + perTerm * length);
      count += 1;
    });
  const rarity = Math.max(leastRarity, Math.log((chunks - count + 0.5) / (count + 0.5)));
  for (let at = 0; at < count; at += 1) scores[at] = (scores[at] ?? 0) * rarity;
  return { ids: ids.subarray(0, count), scores: scores.subarray(0, count) };
}

const nothing: ScoredChunks = { ids: new Float64Array(0), scores: new Float64Array(0) };

/** Adds up what several terms score, two halves at a time. */
function merged(lists: readonly ScoredChunks[]): ScoredChunks {
  if (lists.length < 2) return lists[0] ?? nothing;
  const half = lists.length >> 1;
  return mergedPair(merged(lists.slice(0, half)), merged(lists.slice(half)));
}

function mergedPair(left: ScoredChunks, right: ScoredChunks): ScoredChunks {
  const most = left.ids.length + right.ids.length;
  const [ids, scores] = [new Float64Array(most), new Float64Array(most)];
  let count = 0;
  for (let a = 0, b = 0; a < left.ids.length || b < right.ids.length; count += 1) {
    const fromLeft = left.ids[a] ?? Number.POSITIVE_INFINITY;
    const fromRight = right.ids[b] ?? Number.POSITIVE_INFINITY;
    ids[count] = Math.min(fromLeft, fromRight);
    if (fromLeft <= fromRight) scores[count] = left.scores[a++] ?? 0;
    if (fromRight <= fromLeft) scores[count] = (scores[count] ?? 0) + (right.scores[b++] ?? 0);
  }
  return { ids: ids.subarray(0, count), scores: scores.subarray(0, count) };
}
