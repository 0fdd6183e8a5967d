import { itemKey, type LedgerItem } from './ledger-item.ts';
import { createWordIndex, relevanceOf } from './word-index.ts';

/** The words of ledger items; what changed but for its texts keeps its place. */
export interface ItemSearch {
  put(item: LedgerItem, text: string): void;
  search(query: string, accepts: (item: LedgerItem) => boolean): Map<LedgerItem, number>;
}

export function createItemSearch(): ItemSearch {
  const words = createWordIndex();
  const places = new Map<string, { readonly place: number; readonly mark: number }>();
  // Texts that were replaced stay in the index, in a place without item.
  const items: (LedgerItem | undefined)[] = [];
  return {
    put(item, text) {
      const key = itemKey(item);
      const before = places.get(key);
      const mark = markOf(text);
      if (before?.mark === mark) {
        items[before.place] = item;
        return;
      }
      if (before !== undefined) items[before.place] = undefined;
      const place = words.add(text);
      items[place] = item;
      places.set(key, { place, mark });
    },
    search(query, accepts) {
      const found = new Map<LedgerItem, number>();
      const scores = words.search(query, place => {
        const item = items[place];
        return item !== undefined && accepts(item);
      });
      for (const [place, score] of scores) {
        const item = items[place];
        if (item !== undefined) found.set(item, score);
      }
      return relevanceOf(found);
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
