import type { BudgetStrategy } from '../../../shared/model/request.ts';
import type { PlacedItem } from './merge-items.ts';

export interface BudgetCut {
  /** In placement order. */
  readonly kept: readonly PlacedItem[];
  /** In the order in which they left. */
  readonly cut: readonly PlacedItem[];
}

/** Fits items, given in placement order, into a limit of tokens; whole items only. */
export function enforceBudget(
  items: readonly PlacedItem[],
  maxTokens: number,
  strategy: BudgetStrategy,
): BudgetCut {
  return strategy === 'peel' ? peel(items, maxTokens) : pack(items, maxTokens);
}

/** Items in the order in which `peel` removes them: from the end, required ones after all others. */
export function peelOrder(items: readonly PlacedItem[]): PlacedItem[] {
  const backwards = items.toReversed();
  return [...backwards.filter(({ required }) => !required), ...backwards.filter(({ required }) => required)];
}

/** Items in the order in which `pack` considers them: required ones first. */
export function packOrder(items: readonly PlacedItem[]): PlacedItem[] {
  return [...items.filter(({ required }) => required), ...items.filter(({ required }) => !required)];
}

function peel(items: readonly PlacedItem[], maxTokens: number): BudgetCut {
  let total = sumTokens(items);
  if (total <= maxTokens) return { kept: items, cut: [] };
  const order = peelOrder(items);
  let removals = 0;
  for (const { item } of order) {
    if (total <= maxTokens) break;
    removals += 1;
    total -= item.tokens;
  }
  const cut = order.slice(0, removals);
  // Where nothing is required, what leaves is the end of the list.
  const isEnd = order[removals - 1] === items[items.length - removals];
  return { kept: isEnd ? items.slice(0, -removals) : without(items, cut), cut };
}

function pack(items: readonly PlacedItem[], maxTokens: number): BudgetCut {
  const cut: PlacedItem[] = [];
  let total = 0;
  for (const candidate of packOrder(items)) {
    if (total + candidate.item.tokens <= maxTokens) total += candidate.item.tokens;
    else cut.push(candidate);
  }
  return { kept: without(items, cut), cut };
}

export function sumTokens(items: readonly PlacedItem[]): number {
  let total = 0;
  for (const { item } of items) total += item.tokens;
  return total;
}

/** The items that were not cut, in their order. */
export function without(items: readonly PlacedItem[], cut: readonly PlacedItem[]): PlacedItem[] {
  if (cut.length === 0) return [...items];
  const gone = new Set(cut);
  return items.filter(item => !gone.has(item));
}
