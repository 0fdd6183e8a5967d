import type { BudgetStrategy } from '../../../../shared/model/request.ts';
import { packOrder, peelOrder, without } from '../enforce-budget.ts';
import type { PlacedItem } from '../merge-items.ts';

/** Tokens that these items, in placement order, come to. */
export type CountKept = (items: readonly PlacedItem[]) => Promise<number> | number;

/** After so many limits that were tried in vain, the limit that takes everything is told. */
const maxTries = 500;

/**
 * The least limit above `limit` that keeps one of the wanted items (A6, A11); undefined when none of them is there.
 * A larger limit can push an item out again when packing, so there every limit at which the outcome changes is tried.
 */
export async function leastBudget(
  items: readonly PlacedItem[],
  isWanted: (item: PlacedItem) => boolean,
  limit: number,
  strategy: BudgetStrategy,
  count: CountKept,
): Promise<number | undefined> {
  if (!items.some(isWanted)) return undefined;
  return strategy === 'peel' ? leastPeel(items, isWanted, count) : leastPack(items, isWanted, limit, count);
}

/** Peeling stops before an item as soon as what is left, with it, fits. */
async function leastPeel(
  items: readonly PlacedItem[],
  isWanted: (item: PlacedItem) => boolean,
  count: CountKept,
): Promise<number> {
  const order = peelOrder(items);
  const before = order.slice(0, order.findLastIndex(isWanted));
  return Math.max(1, await count(without(items, before)));
}

async function leastPack(
  items: readonly PlacedItem[],
  isWanted: (item: PlacedItem) => boolean,
  limit: number,
  count: CountKept,
): Promise<number> {
  let tried = limit;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const { kept, next } = await packAt(items, tried, count);
    if (kept.some(isWanted)) return tried;
    if (next === Number.POSITIVE_INFINITY) break;
    tried = next;
  }
  return Math.max(1, await count(items));
}

/** What packing keeps at a limit, and the next limit at which it could keep something else. */
async function packAt(
  items: readonly PlacedItem[],
  limit: number,
  count: CountKept,
): Promise<{ readonly kept: readonly PlacedItem[]; readonly next: number }> {
  const chosen = new Set<PlacedItem>();
  let next = Number.POSITIVE_INFINITY;
  for (const candidate of packOrder(items)) {
    const tokens = await count(items.filter(item => chosen.has(item) || item === candidate));
    if (tokens <= limit) chosen.add(candidate);
    else next = Math.min(next, tokens);
  }
  return { kept: [...chosen], next };
}
