import type { LedgerItem } from './ledger-item.ts';
import { middleOf } from './middle-of.ts';
import { createWordIndex } from './word-index.ts';

/** How well items fit a query. */
export interface Relevance {
  /** In 0..1; 0 for what has none of the words, or was not accepted. */
  of(item: LedgerItem): number;
  /** The same by the place of an item's text. */
  at(place: number): number;
  /** What has any of the words and was accepted, in no order. */
  hits(): LedgerItem[];
  /** The most relevant of those that are wanted, best first; equal ones by `tie`. */
  best<Wanted extends LedgerItem>(
    count: number,
    least: number,
    wants: (item: LedgerItem) => item is Wanted,
    tie: ItemOrder,
  ): Wanted[];
}

type ItemOrder = (left: LedgerItem, right: LedgerItem) => number;

/** The words of ledger items; what changed but for its texts keeps its place. */
export interface ItemSearch {
  /** The place of a text under a name of the item. */
  placeOf(key: string, text: string): number;
  /** The item of a place, in place of the one before. */
  put(item: LedgerItem): void;
  search(query: string, accepts: (item: LedgerItem) => boolean): Relevance;
}

export function createItemSearch(): ItemSearch {
  const words = createWordIndex();
  const places = new Map<string, { readonly place: number; readonly mark: number }>();
  // Texts that were replaced stay in the index, in a place without item.
  const items: (LedgerItem | undefined)[] = [];
  return {
    placeOf(key, text) {
      const before = places.get(key);
      const mark = markOf(text);
      if (before?.mark === mark) return before.place;
      if (before !== undefined) items[before.place] = undefined;
      const place = words.add(text);
      places.set(key, { place, mark });
      return place;
    },
    put(item) {
      items[item.place] = item;
    },
    search(query, accepts) {
      const scores = words.search(query);
      const found = new Float64Array(scores.length);
      let hits = 0;
      for (let place = 0; place < scores.length; place += 1) {
        const score = scores[place] ?? 0;
        const item = items[place];
        if (score === 0) continue;
        if (item === undefined || !accepts(item)) scores[place] = 0;
        else {
          found[hits] = score;
          hits += 1;
        }
      }
      return relevanceOf(scores, middleOf(found.subarray(0, hits)), items);
    },
  };
}

/**
 * bm25 scores as relevance in 0..1: `s / (s + k)`, with `k` the median of the hits, so that the middle hit has 0.5
 * whatever the words and the ledger are (L4).
 */
function relevanceOf(
  scores: Float64Array,
  middle: number,
  items: readonly (LedgerItem | undefined)[],
): Relevance {
  const at = (place: number): number => {
    const score = scores[place] ?? 0;
    return score === 0 ? 0 : score / (score + middle);
  };
  return {
    of: ({ place }) => at(place),
    at,
    hits: () => items.filter((item, place) => item !== undefined && (scores[place] ?? 0) > 0) as LedgerItem[], // none undefined
    best<Wanted extends LedgerItem>(
      count: number,
      least: number,
      wants: (item: LedgerItem) => item is Wanted,
      tie: ItemOrder,
    ) {
      const best: Wanted[] = [];
      const scoreOf = ({ place }: LedgerItem): number => scores[place] ?? 0;
      const better: ItemOrder = (left, right) => scoreOf(right) - scoreOf(left) || tie(left, right);
      // Relevance grows with the score, so that scores can be compared in its place.
      let bound = Math.max((least * middle) / (1 - least), Number.MIN_VALUE);
      for (let place = 0; place < scores.length; place += 1) {
        // Almost all are worse than the best so far.
        if ((scores[place] ?? 0) < bound) continue;
        const item = items[place];
        if (item === undefined || !wants(item)) continue;
        best.push(item);
        best.sort(better);
        best.splice(count);
        const last = best[count - 1];
        if (last !== undefined) bound = scoreOf(last);
      }
      return best;
    },
  };
}

/** Tells texts apart without keeping them. */
function markOf(text: string): number {
  let high = 0x9e3779b9;
  let low = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 0x85ebca6b);
    low = Math.imul(low ^ code, 0xc2b2ae35) + 1;
  }
  return (high >>> 0) * 0x20_0000 + ((low >>> 0) & 0x1f_ffff);
}
