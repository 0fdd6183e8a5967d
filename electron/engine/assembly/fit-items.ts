import { chars4 } from '../../../shared/model/chars4.ts';
import type { ItemFormat } from '../../../shared/model/memory.ts';
import type { BudgetStrategy, Constraints } from '../../../shared/model/request.ts';
import type { Counter } from './counter.ts';
import { type BudgetCut, enforceBudget, packOrder, peelOrder, sumTokens, without } from './enforce-budget.ts';
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
type Formats = readonly { readonly memory_id: string; readonly format: ItemFormat }[];

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
  const [tokens = 0] = text === '' ? [] : await counter.count([text]);
  return tokens;
}

function recounted(placed: PlacedItem): PlacedItem {
  return { ...placed, item: { ...placed.item, tokens: chars4(placed.item.content) } };
}

/** Tokens of the rendered text of these items, which are in placement order. */
type CountRendered = (items: readonly PlacedItem[]) => Promise<number>;

interface RenderedBudgetCut extends BudgetCut {
  /** Tokens of the rendered text of what was kept; never above the limit. */
  readonly tokens: number;
}

/** Like `enforceBudget`, but the limit holds for the rendered text with its frame (`count: rendered`). */
async function enforceRenderedBudget(
  items: readonly PlacedItem[],
  maxTokens: number,
  strategy: BudgetStrategy,
  count: CountRendered,
): Promise<RenderedBudgetCut> {
  return strategy === 'peel' ? peel(items, maxTokens, count) : pack(items, maxTokens, count);
}

/** The fewest removals after which the text fits. A shorter text never counts more, so halving finds them. */
async function peel(
  items: readonly PlacedItem[],
  maxTokens: number,
  count: CountRendered,
): Promise<RenderedBudgetCut> {
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
/** White space at its ends is not rendered, and JSON is indented anew: such a content may come out much shorter. */
const mayShrink = /^[\s[{"]|\s$/;

async function pack(
  items: readonly PlacedItem[],
  maxTokens: number,
  count: CountRendered,
): Promise<RenderedBudgetCut> {
  const chosen = new Set<PlacedItem>();
  const cut: PlacedItem[] = [];
  let tokens = 0;
  for (const candidate of packOrder(items)) {
    const {
      item: { content, tokens: own },
    } = candidate;
    const isHopeless = !mayShrink.test(content) && tokens + own * 0.9 - joiningSlack > maxTokens;
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
