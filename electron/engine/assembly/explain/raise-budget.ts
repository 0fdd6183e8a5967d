import type { AssembledContext } from '../../../../shared/model/assembled-context.ts';
import { type BudgetStrategy, type ContextRequest, estimators } from '../../../../shared/model/request.ts';
import { sections } from '../../../../shared/model/section.ts';
import { countTexts } from '../count-items.ts';
import { packOrder, peelOrder, sumTokens, without } from '../enforce-budget.ts';
import { groupSections } from '../group-sections.ts';
import type { PlacedItem } from '../merge-items.ts';
import { renderContext } from '../render-context.ts';
import { type ExplainEnv, type ExplainInput, tryRequest } from './explain-target.ts';

/** A limit, and the item of the target that it brings back. */
export interface LeastBudget {
  readonly maxTokens: number;
  readonly itemId: string;
}

/** The least `max_tokens` above the request's own with which the target is kept; undefined when none would do. */
export async function leastMaxTokens(
  request: ContextRequest,
  input: ExplainInput,
  env: ExplainEnv,
): Promise<LeastBudget | undefined> {
  const { max_tokens: limit = 0, ...others } = request.constraints ?? {};
  const whole = await tryRequest({ ...request, constraints: others }, input, env);
  const { memoryId, itemId } = input.target;
  return leastBudget(
    placedItems(whole, input),
    ({ item }) => (itemId === undefined ? item.memory_id === memoryId : item.id === itemId),
    limit,
    others.budget_strategy ?? 'peel',
    others.count === 'rendered' ? countRendered(whole, env) : sumTokens,
  );
}

/** The items of a context without a limit, as the budget stage saw them: in placement order, no lowered one required. */
function placedItems({ context }: AssembledContext, { memories }: ExplainInput): PlacedItem[] {
  const required = new Set(
    memories.filter(({ contribution }) => contribution.required === true).map(({ id }) => id),
  );
  return sections.flatMap(section =>
    (context[section] ?? []).map(item => ({
      item,
      section,
      required: item.lowered_from === undefined && required.has(item.memory_id),
    })),
  );
}

function countRendered({ trace, meta }: AssembledContext, { ports }: ExplainEnv): CountKept {
  const estimator = estimators.find(name => name === meta.estimator) ?? 'chars4';
  return async items => {
    const context = groupSections(items);
    const text = renderContext(
      { context, trace: { memory_calls: trace.memory_calls } },
      { format: 'markdown' },
    );
    const [tokens = 0] = text === '' ? [] : await countTexts(ports.tokens, estimator, [text]);
    return tokens;
  };
}

/** Tokens that these items, in placement order, come to. */
type CountKept = (items: readonly PlacedItem[]) => Promise<number> | number;

/** After so many limits that were tried in vain, the limit that takes everything is told. */
const maxTries = 500;

/**
 * The least limit above `limit` that keeps one of the wanted items; undefined when none of them is there.
 * A larger limit can push an item out again when packing, so there every limit at which the outcome changes is tried.
 */
async function leastBudget(
  items: readonly PlacedItem[],
  isWanted: (item: PlacedItem) => boolean,
  limit: number,
  strategy: BudgetStrategy,
  count: CountKept,
): Promise<LeastBudget | undefined> {
  const first = items.find(isWanted);
  if (first === undefined) return undefined;
  if (strategy === 'peel') return leastPeel(items, isWanted, count);
  return (
    (await leastPack(items, isWanted, limit, count)) ?? {
      maxTokens: Math.max(1, await count(items)),
      itemId: first.item.id,
    }
  );
}

/** Peeling stops before an item as soon as what is left, with it, fits. */
async function leastPeel(
  items: readonly PlacedItem[],
  isWanted: (item: PlacedItem) => boolean,
  count: CountKept,
): Promise<LeastBudget | undefined> {
  const order = peelOrder(items);
  const last = order.findLastIndex(isWanted);
  const wanted = order[last];
  if (wanted === undefined) return undefined;
  const maxTokens = Math.max(1, await count(without(items, order.slice(0, last))));
  return { maxTokens, itemId: wanted.item.id };
}

async function leastPack(
  items: readonly PlacedItem[],
  isWanted: (item: PlacedItem) => boolean,
  limit: number,
  count: CountKept,
): Promise<LeastBudget | undefined> {
  let tried = limit;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const { kept, next } = await packAt(items, tried, count);
    const wanted = kept.find(isWanted);
    if (wanted !== undefined) return { maxTokens: tried, itemId: wanted.item.id };
    if (next === Number.POSITIVE_INFINITY) break;
    tried = next;
  }
  return undefined;
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
