import type { AssembledContext } from '../../../../shared/model/assembled-context.ts';
import { type ContextRequest, estimators } from '../../../../shared/model/request.ts';
import { sections } from '../../../../shared/model/section.ts';
import { countTexts } from '../count-items.ts';
import { sumTokens } from '../enforce-budget.ts';
import { groupSections } from '../group-sections.ts';
import type { PlacedItem } from '../merge-items.ts';
import { renderContext } from '../render-context.ts';
import { type ExplainEnv, type ExplainInput, tryRequest } from './explain-target.ts';
import { type CountKept, leastBudget } from './least-budget.ts';

/** The least `max_tokens` above the request's own with which the target is kept; undefined when none would do. */
export async function leastMaxTokens(
  request: ContextRequest,
  input: ExplainInput,
  env: ExplainEnv,
): Promise<number | undefined> {
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

/** The items of a context without a limit, as the budget stage saw them: in placement order. */
function placedItems({ context }: AssembledContext, { memories }: ExplainInput): PlacedItem[] {
  const required = new Set(
    memories.filter(({ contribution }) => contribution.required === true).map(({ id }) => id),
  );
  return sections.flatMap(section =>
    (context[section] ?? []).map(item => ({ item, section, required: required.has(item.memory_id) })),
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
    const [tokens = 0] = text === '' ? [0] : await countTexts(ports.tokens, estimator, [text]);
    return tokens;
  };
}
