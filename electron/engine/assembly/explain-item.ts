import { asRequest } from '../../../shared/model/as-request.ts';
import type {
  Explanation,
  ExplanationStep,
  IncludingChange,
  MemoryChange,
} from '../../../shared/model/explanation.ts';
import type { ContextRequest } from '../../../shared/model/request.ts';
import { type AddingRule, addingRules } from './explain/adding-rules.ts';
import { explainChain, type Link } from './explain/explain-chain.ts';
import {
  type ExplainEnv,
  type ExplainInput,
  findMemory,
  keptItems,
  tryRequest,
} from './explain/explain-target.ts';
import { leastMaxTokens } from './explain/raise-budget.ts';
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
  const links = explainChain(request, adding, assembled, input);
  const { warnings } = assembled.trace;
  const last = links.at(-1);
  const cause = last?.cause ?? 'failed';
  const isIncluded = cause === 'included';
  const chain = await Promise.all(links.map(link => toStep(link, request, input, env)));
  const change = isIncluded ? undefined : await smallestChange(request, adding, input, env);
  const isStuck = !isIncluded && change === undefined;
  const ofMemory = isStuck ? await memoryChange(request, adding, input, env) : undefined;
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
    ...(warnings.length > 0 && { warnings }),
  };
}

async function toStep(
  { cause, ...link }: Link,
  request: ContextRequest,
  input: ExplainInput,
  env: ExplainEnv,
): Promise<ExplanationStep> {
  const passed = cause === undefined || cause === 'included';
  if (cause !== 'budget') return { ...link, passed };
  const limit = request.constraints?.max_tokens ?? 0;
  const least = await leastMaxTokens(request, input, env);
  if (least === undefined) return { ...link, passed };
  const short = least - limit;
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

/**
 * The smallest change of the memory that includes the target, where no change of the request alone does: the least
 * `max_items` that lets it in, and what the request needs besides. What is answered was assembled, and the target was
 * there.
 */
async function memoryChange(
  request: ContextRequest,
  adding: readonly AddingRule[],
  input: ExplainInput,
  env: ExplainEnv,
): Promise<MemoryChange | undefined> {
  const from = findMemory(input)?.contribution.max_items;
  if (from === undefined) return undefined;
  const unlimited = await smallestChange(request, adding, withMaxItems(input, undefined), env);
  const to = unlimited && (await leastMaxItems(unlimited.request, input, env));
  if (to === undefined || to <= from) return undefined;
  const change = await smallestChange(request, adding, withMaxItems(input, to), env);
  return (
    change && {
      memory_id: input.target.memoryId,
      max_items: { from, to },
      ...(asksSomething(change) && { request_change: change }),
    }
  );
}

/** The place of the target among what its memory brings; the budget is judged after `max_items`. */
async function leastMaxItems(
  request: ContextRequest,
  input: ExplainInput,
  env: ExplainEnv,
): Promise<number | undefined> {
  const { max_tokens: _, ...constraints } = request.constraints ?? {};
  const whole = await tryRequest({ ...request, constraints }, withMaxItems(input, undefined), env);
  const [target] = keptItems(whole, input.target);
  const brought = keptItems(whole, { memoryId: input.target.memoryId });
  return target === undefined ? undefined : brought.indexOf(target) + 1;
}

function withMaxItems(input: ExplainInput, most: number | undefined): ExplainInput {
  const memories = input.memories.map(memory => {
    if (memory.id !== input.target.memoryId) return memory;
    const { max_items: _, ...contribution } = memory.contribution;
    return { ...memory, contribution: { ...contribution, ...(most !== undefined && { max_items: most }) } };
  });
  return { ...input, memories };
}

const asksSomething = ({ variables, explicit_memory, max_tokens }: IncludingChange): boolean =>
  variables.length > 0 || explicit_memory !== undefined || max_tokens !== undefined;
