import type { IncludingChange } from '../../../../shared/model/explanation.ts';
import type { PersistentMemory } from '../../../../shared/model/memory.ts';
import type { ContextRequest } from '../../../../shared/model/request.ts';
import type { Condition, ContextRule } from '../../../../shared/model/rule.ts';
import type { PossibleVariable } from '../../../../shared/model/variable.ts';
import { variableTypeOf } from '../../../../shared/model/variable-type.ts';
import { fixRule } from '../../../../shared/rules/analysis/fix-rule.ts';
import { possibleVariables } from '../../../../shared/rules/evaluation/possible-variables.ts';
import { isKnownField } from '../../../../shared/rules/field-name.ts';
import { saying } from '../../../../shared/rules/operators.ts';
import type { AddingRule } from './adding-rules.ts';
import { type ExplainEnv, type ExplainInput, findMemory, keptItems, tryRequest } from './explain-target.ts';
import { leastMaxTokens } from './raise-budget.ts';

/** Conditions that hold when a memory has what it misses: with values like those in samples, or with any value. */
function neededConditions(
  memory: PersistentMemory,
  missing: readonly string[],
  { engines, memories, samples = [] }: ExplainInput,
  values: 'likely' | 'any',
): Condition[] {
  const known = new Map(
    possibleVariables(engines, memories, samples).map(variable => [variable.name, variable]),
  );
  return missing.map(name => {
    const field = fieldOf(memory, name);
    if (values === 'any') return { field, operator: saying.given };
    return { field, operator: saying.oneOf, value: likelyValues(known.get(field)) };
  });
}

/** Scope ids come prefixed; of the bare names, `query` and `keywords` are the input text unless they are declared. */
function fieldOf(memory: PersistentMemory, name: string): string {
  if (isKnownField(name)) return name;
  const isDeclared = memory.additional_variables.some(variable => variable.name === name);
  return !isDeclared && (name === 'query' || name === 'keywords') ? 'input.text' : `addVar.${name}`;
}

const madeUp: Readonly<Record<PossibleVariable['type'], unknown>> = {
  string: 'example',
  number: 1,
  boolean: true,
  array: ['example'],
  object: { example: true },
  unknown: 'example',
};

function likelyValues(variable: PossibleVariable | undefined): unknown[] {
  if (variable === undefined) return [madeUp.unknown];
  const { type, examples = [] } = variable;
  const fitting = examples.filter(
    example => example !== '' && (type === 'unknown' || variableTypeOf(example) === type),
  );
  return [...fitting, madeUp[type]];
}

/** Rules beyond these are not tried: each one assembles. */
const maxRules = 16;

/**
 * The smallest change of the request that includes the target: the fewest variables over all rules that add the
 * memory, those its pipeline needs among them, and then the least `max_tokens`. Where no rule can be made to add it, the
 * request names it. What is answered was assembled, and the target was there.
 */
export async function smallestChange(
  request: ContextRequest,
  adding: readonly AddingRule[],
  input: ExplainInput,
  env: ExplainEnv,
): Promise<IncludingChange | undefined> {
  if (findMemory(input) === undefined) return undefined;
  const isNamed = request.explicit_memory?.includes(input.target.memoryId) === true;
  if (isNamed) return include(namedOnly, request, input, env);
  let best: IncludingChange | undefined;
  for (const rule of rulesToTry(adding)) {
    const least = fixRule(rule, request, env.regexes);
    if (least.kind !== 'found' || (best && least.changes.length >= best.variables.length)) continue;
    const change = await include(rule, request, input, env);
    if (change && (!best || change.variables.length < best.variables.length)) best = change;
  }
  return best ?? includeByName(request, input, env);
}

/** Asks nothing of the variables: the request names the memory. */
const namedOnly: ContextRule = { id: 'named', name: 'named', when: [], then: { add_memories: [] } };

function rulesToTry(adding: readonly AddingRule[]): ContextRule[] {
  return adding
    .filter(({ outcome }) => outcome === 'fired' || outcome === 'not_fired')
    .slice(0, maxRules)
    .map(({ rule }) => rule);
}

async function includeByName(
  request: ContextRequest,
  input: ExplainInput,
  env: ExplainEnv,
): Promise<IncludingChange | undefined> {
  const { memoryId } = input.target;
  const named = { ...request, explicit_memory: [...(request.explicit_memory ?? []), memoryId] };
  const change = await include(namedOnly, named, input, env);
  return change && { ...change, explicit_memory: memoryId };
}

/** Makes the rule fire, gives the pipeline what it lacks, raises the budget: until the target is there, or cannot be. */
async function include(
  rule: ContextRule,
  request: ContextRequest,
  input: ExplainInput,
  env: ExplainEnv,
): Promise<IncludingChange | undefined> {
  for (const needed of await wantsOf(rule, request, input, env)) {
    const fix = fixRule({ ...rule, when: [...rule.when, ...needed] }, request, env.regexes);
    if (fix.request === undefined) continue;
    const change = await withBudget({ variables: fix.changes, request: fix.request }, input, env);
    if (change) return change;
  }
  return undefined;
}

/** Conditions for what the pipeline lacks once the rule fires: with likely values, else with any; none when it lacks nothing. */
async function wantsOf(
  rule: ContextRule,
  request: ContextRequest,
  input: ExplainInput,
  env: ExplainEnv,
): Promise<Condition[][]> {
  const fix = fixRule(rule, request, env.regexes);
  const memory = findMemory(input);
  if (fix.request === undefined || memory === undefined) return [];
  const missing = await missingFor(fix.request, input, env);
  if (missing.length === 0) return [[]];
  return [
    neededConditions(memory, missing, input, 'likely'),
    neededConditions(memory, missing, input, 'any'),
  ];
}

async function missingFor(request: ContextRequest, input: ExplainInput, env: ExplainEnv): Promise<string[]> {
  const { trace } = await tryRequest(request, input, env);
  return trace.missing_variables
    .filter(({ needed_by }) => needed_by.includes(input.target.memoryId))
    .map(({ name }) => name);
}

async function withBudget(
  change: IncludingChange,
  input: ExplainInput,
  env: ExplainEnv,
): Promise<IncludingChange | undefined> {
  const { request } = change;
  if (await isIncluded(request, input, env)) return change;
  if (request.constraints?.max_tokens === undefined) return undefined;
  const least = await leastMaxTokens(request, input, env);
  if (least === undefined) return undefined;
  const raised = { ...request, constraints: { ...request.constraints, max_tokens: least.maxTokens } };
  return (await isIncluded(raised, input, env))
    ? { ...change, max_tokens: least.maxTokens, request: raised }
    : undefined;
}

async function isIncluded(request: ContextRequest, input: ExplainInput, env: ExplainEnv): Promise<boolean> {
  return keptItems(await tryRequest(request, input, env), input.target).length > 0;
}
