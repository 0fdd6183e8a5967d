import type { ItemFormat } from '../../../shared/model/memory.ts';
import type { Constraints } from '../../../shared/model/request.ts';
import { chars4 } from './count-items.ts';
import type { Counter } from './counter.ts';
import { enforceBudget, sumTokens } from './enforce-budget.ts';
import { enforceRenderedBudget } from './enforce-rendered-budget.ts';
import { groupSections } from './group-sections.ts';
import type { PlacedItem } from './merge-items.ts';
import { renderContext } from './render-context.ts';

/** What was kept, what the budget removed (in that order), and the tokens of what was kept. */
export interface FittedItems {
  readonly kept: readonly PlacedItem[];
  readonly cut: readonly PlacedItem[];
  readonly tokens: number;
}

/** How the items of each memory are written, for counting the rendered text. */
export type Formats = readonly { readonly memory_id: string; readonly format: ItemFormat }[];

/** Fits the items into the budget of the request; without `max_tokens` nothing is cut. */
export async function fitItems(
  items: readonly PlacedItem[],
  formats: Formats,
  constraints: Constraints,
  counter: Counter,
): Promise<FittedItems> {
  try {
    return await fitCounted(items, formats, constraints, counter);
  } catch (error) {
    // The counter has fallen back to chars4 now; only a failure of its own would come a second time.
    if (counter.estimator !== 'chars4') throw error;
    return fitCounted(items.map(recounted), formats, constraints, counter);
  }
}

async function fitCounted(
  items: readonly PlacedItem[],
  formats: Formats,
  { max_tokens: maxTokens, budget_strategy: strategy = 'peel', count }: Constraints,
  counter: Counter,
): Promise<FittedItems> {
  if (count === 'rendered') {
    const limit = maxTokens ?? Number.POSITIVE_INFINITY;
    return enforceRenderedBudget(items, limit, strategy, kept => renderedTokens(kept, formats, counter));
  }
  if (maxTokens === undefined) return { kept: items, cut: [], tokens: sumTokens(items) };
  const { kept, cut } = enforceBudget(items, maxTokens, strategy);
  return { kept, cut, tokens: sumTokens(kept) };
}

async function renderedTokens(
  items: readonly PlacedItem[],
  formats: Formats,
  counter: Counter,
): Promise<number> {
  const context = groupSections(items);
  const text = renderContext({ context, trace: { memory_calls: formats } }, { format: 'markdown' });
  const [tokens = 0] = text === '' ? [0] : await counter.count([text]);
  return tokens;
}

function recounted(placed: PlacedItem): PlacedItem {
  return { ...placed, item: { ...placed.item, tokens: chars4(placed.item.content) } };
}
