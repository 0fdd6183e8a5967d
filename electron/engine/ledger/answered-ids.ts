import type { LedgerItem } from './ledger-item.ts';

/** Which questions and needs are answered. */
interface AnsweredIds {
  /** Counts what an item answers; returns its ids. */
  add(item: LedgerItem | undefined): readonly string[];
  /** Takes back what an item answered. */
  remove(item: LedgerItem | undefined): readonly string[];
  has(id: string): boolean;
  all(): Iterable<string>;
}

export function createAnsweredIds(): AnsweredIds {
  const counts = new Map<string, number>();
  const count = (item: LedgerItem | undefined, by: 1 | -1): readonly string[] => {
    if (item?.kind !== 'entry' || item.type !== 'answer' || item.relatesTo.length === 0) return [];
    const ids = [...new Set(item.relatesTo)];
    for (const id of ids) {
      const left = (counts.get(id) ?? 0) + by;
      if (left > 0) counts.set(id, left);
      else counts.delete(id);
    }
    return ids;
  };
  return {
    add: item => count(item, 1),
    remove: item => count(item, -1),
    has: id => counts.has(id),
    all: () => counts.keys(),
  };
}
