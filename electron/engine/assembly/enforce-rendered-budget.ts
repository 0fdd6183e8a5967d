import type { BudgetStrategy } from '../../../shared/model/request.ts';
import { type BudgetResult, packOrder, peelOrder, without } from './enforce-budget.ts';
import type { PlacedItem } from './merge-items.ts';

/** Tokens of the rendered text of these items, which are in placement order. */
export type CountRendered = (items: readonly PlacedItem[]) => Promise<number>;

export interface RenderedBudgetResult extends BudgetResult {
  /** Tokens of the rendered text of what was kept; never above the limit. */
  readonly tokens: number;
}

/** Like `enforceBudget`, but the limit holds for the rendered text with its frame (`count: rendered`). */
export async function enforceRenderedBudget(
  items: readonly PlacedItem[],
  maxTokens: number,
  strategy: BudgetStrategy,
  count: CountRendered,
): Promise<RenderedBudgetResult> {
  return strategy === 'peel' ? peel(items, maxTokens, count) : pack(items, maxTokens, count);
}

/** The fewest removals after which the text fits. A shorter text never counts more, so halving finds them. */
async function peel(
  items: readonly PlacedItem[],
  maxTokens: number,
  count: CountRendered,
): Promise<RenderedBudgetResult> {
  const order = peelOrder(items);
  const after = (removals: number) => without(items, order.slice(0, removals));
  let fewest = 0;
  let most = order.length;
  let tokens = await count(after(most));
  while (fewest < most) {
    const middle = Math.floor((fewest + most) / 2);
    const counted = await count(after(middle));
    if (counted > maxTokens) fewest = middle + 1;
    else {
      most = middle;
      tokens = counted;
    }
  }
  return { kept: after(most), cut: order.slice(0, most), tokens };
}

// Joining two texts can save a few tokens where they touch; an item is left out unseen only when it is over by more.
const joiningSlack = 4;

async function pack(
  items: readonly PlacedItem[],
  maxTokens: number,
  count: CountRendered,
): Promise<RenderedBudgetResult> {
  const chosen = new Set<PlacedItem>();
  const cut: PlacedItem[] = [];
  let tokens = 0;
  for (const candidate of packOrder(items)) {
    const isHopeless = tokens + candidate.item.tokens * 0.9 - joiningSlack > maxTokens;
    const counted = isHopeless
      ? Number.POSITIVE_INFINITY
      : await count(items.filter(item => chosen.has(item) || item === candidate));
    if (counted > maxTokens) cut.push(candidate);
    else {
      chosen.add(candidate);
      tokens = counted;
    }
  }
  return { kept: without(items, cut), cut, tokens };
}
