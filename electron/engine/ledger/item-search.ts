import type { LedgerItem } from './ledger-item.ts';
import { middleOf } from './middle-of.ts';

/** What is no more alike in meaning than this is no hit by it. */
const leastMeaning = 0.35;

/** How well items fit a query. */
export interface Relevance {
  /** In 0..1; 0 for what fits neither by words nor by meaning, or was not accepted. */
  of(item: LedgerItem): number;
  /** The same by the place of an item's text. */
  at(place: number): number;
  /** What fits and was accepted, in no order. */
  hits(): Iterable<LedgerItem>;
  /** The most relevant of those at wanted places, best first; equal ones by `tie`. */
  best(count: number, least: number, wants: (place: number) => boolean, tie: ItemOrder): LedgerItem[];
}

type ItemOrder = (left: LedgerItem, right: LedgerItem) => number;

/** Which items stand where; a text that was replaced leaves its place without one. */
interface PlacedItems {
  isThere(place: number): boolean;
  itemAt(place: number): LedgerItem | undefined;
}

/**
 * Relevance of what has a score by words, 0 or more by place, which are changed; or by `meaning`, relevance in 0..1 by place
 * of another search: the larger one of the two counts.
 */
export function toRelevance(
  found: Float64Array,
  items: PlacedItems,
  accepts: (place: number) => boolean,
  alike: Float32Array = new Float32Array(),
): Relevance {
  const isHit = (place: number): boolean => found[place] !== 0 || (alike[place] ?? 0) >= leastMeaning;
  for (let place = 0; place < found.length; place += 1)
    if (isHit(place) && !(items.isThere(place) && accepts(place))) found[place] = rejected;
  const middle = middleOf(hitsOf(found));
  for (let place = 0; place < found.length; place += 1)
    found[place] = joinRelevance(found[place] ?? 0, middle, alike[place] ?? 0);
  return relevanceOf(found, items);
}

/** The scores of what has any of the words; without a call for each, of which there may be a hundred thousand. */
function hitsOf(scores: Float64Array): Float64Array {
  const hits = new Float64Array(scores.length);
  let count = 0;
  for (let place = 0; place < scores.length; place += 1) {
    const score = scores[place] ?? 0;
    if (score <= 0) continue;
    hits[count] = score;
    count += 1;
  }
  return hits.subarray(0, count);
}

/** No bm25 score is below 0. */
const rejected = -1;

/**
 * A bm25 score as relevance in 0..1: `s / (s + k)`, with `k` the median of the hits, so that the middle hit has 0.5
 * whatever the words and the ledger are; or how alike the meaning is, whichever is more.
 */
function joinRelevance(score: number, middle: number, meaning: number): number {
  if (score === rejected) return 0;
  if (score > 0) return Math.max(score / (score + middle), meaning);
  return meaning >= leastMeaning ? Math.min(1, meaning) : 0;
}

function relevanceOf(found: Float64Array, items: PlacedItems): Relevance {
  const at = (place: number): number => found[place] ?? 0;
  return {
    of: ({ place }) => at(place),
    at,
    *hits() {
      for (let place = 0; place < found.length; place += 1) {
        const item = at(place) > 0 ? items.itemAt(place) : undefined;
        if (item !== undefined) yield item;
      }
    },
    best(count, least, wants, tie) {
      const best: LedgerItem[] = [];
      const better: ItemOrder = (left, right) => at(right.place) - at(left.place) || tie(left, right);
      let bound = Math.max(least, Number.MIN_VALUE);
      for (let place = 0; place < found.length; place += 1) {
        // Almost all are worse than the best so far.
        if (at(place) < bound || !wants(place)) continue;
        const item = items.itemAt(place);
        if (item === undefined) continue;
        best.push(item);
        best.sort(better);
        best.splice(count);
        const last = best[count - 1];
        if (last !== undefined) bound = at(last.place);
      }
      return best;
    },
  };
}

/** Tells texts apart without keeping them. */
export function markOf(text: string): number {
  let high = 0x9e3779b9;
  let low = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 0x85ebca6b);
    low = Math.imul(low ^ code, 0xc2b2ae35) + 1;
  }
  return (high >>> 0) * 0x20_0000 + ((low >>> 0) & 0x1f_ffff);
}
