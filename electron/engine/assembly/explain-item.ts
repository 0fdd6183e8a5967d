import { asRequest } from '../../../shared/model/as-request.ts';
import type { Explanation, ExplanationStep } from '../../../shared/model/explanation.ts';
import type { ContextRequest } from '../../../shared/model/request.ts';
import { type AddingRule, addingRules } from './explain/adding-rules.ts';
import { keepingChanges, memoryChange } from './explain/change-memory.ts';
import { explainChain, type Link } from './explain/explain-chain.ts';
import { type ExplainEnv, type ExplainInput, tryRequest } from './explain/explain-target.ts';
import { type LeastBudget, leastMaxTokens } from './explain/raise-budget.ts';
import { smallestChange } from './explain/smallest-change.ts';
import { redactTexts } from './redact-texts.ts';
import { refuseRequest } from './refuse-request.ts';
import { requestErrors } from './validate-request.ts';

/**
 * Why a memory or an item is in the context or not: the chain that ends in one named cause, and the smallest change of
 * the request, else of the memory, that would include it. The change was assembled before it is told. An invalid request fails with
 * `invalid_input`. Texts in the chain are redacted; the change holds the caller's own values, to be applied.
 */
export async function explainItem(input: ExplainInput, env: ExplainEnv): Promise<Explanation> {
  const errors = requestErrors(input.request, input);
  if (errors.length > 0) throw refuseRequest(errors);
  const request = asRequest(input.request);
  const adding = addingRules(input.target.memoryId, request, input.engines, env.regexes);
  const assembled = await tryRequest(request, input, env);
  const reached = explainChain(request, adding, assembled, input);
  const least = reached.at(-1)?.cause === 'budget' ? await leastMaxTokens(request, input, env) : undefined;
  // Of the items of a memory, the one is named that the smallest raise brings back.
  const named = least && { ...input, target: { ...input.target, itemId: least.itemId } };
  const links = named ? explainChain(request, adding, assembled, named) : reached;
  const { warnings } = assembled.trace;
  const last = links.at(-1);
  const cause = last?.cause ?? 'failed';
  const isIncluded = cause === 'included';
  const chain = links.map(link => toStep(link, request, least));
  const change = isIncluded ? undefined : await smallestChange(request, adding, input, env);
  const isStuck = !isIncluded && change === undefined;
  const ofMemory = isStuck ? await memoryChange(cause, request, adding, input, env) : undefined;
  const others = cause === 'budget' ? await keepingChanges(request, input, env) : [];
  return {
    memory_id: input.target.memoryId,
    ...(input.target.itemId !== undefined && { item_id: input.target.itemId }),
    included: isIncluded,
    cause,
    ...redactTexts(
      { message: chain.at(-1)?.message ?? '', chain, rules: adding.map(ruleOutcome) },
      input.redaction,
    ),
    ...(change && { change }),
    ...(ofMemory && { memory_change: ofMemory }),
    ...(others.length > 0 && { memory_changes: others }),
    ...(warnings.length > 0 && { warnings }),
  };
}

function toStep(
  { cause, ...link }: Link,
  { constraints }: ContextRequest,
  least: LeastBudget | undefined,
): ExplanationStep {
  const passed = cause === undefined || cause === 'included';
  if (cause !== 'budget' || least === undefined) return { ...link, passed };
  const limit = constraints?.max_tokens ?? 0;
  const short = least.maxTokens - limit;
  return {
    ...link,
    passed,
    message: `${link.message}: the limit of ${limit} is ${short} short`,
    short_by: short,
  };
}

function ruleOutcome({ engine, rule, outcome }: AddingRule): Explanation['rules'][number] {
  return { engine_id: engine.id, rule_id: rule.id, rule_name: rule.name, outcome };
}
