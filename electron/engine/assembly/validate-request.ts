import { groupBy } from '../../../shared/lists.ts';
import { asRequest } from '../../../shared/model/as-request.ts';
import type { RequestValidation } from '../../../shared/model/assembled-context.ts';
import { checkShape } from '../../../shared/model/check-shape.ts';
import type { Warning } from '../../../shared/model/evaluation.ts';
import { isJsonObject, isMissing, type JsonObject } from '../../../shared/model/json.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import { firstProblems, type Problem } from '../../../shared/model/problem.ts';
import { type ContextRequest, estimators, requestSchema } from '../../../shared/model/request.ts';
import type { ContextRuleEngine } from '../../../shared/model/rule.ts';
import { isScope } from '../../../shared/model/scope.ts';
import { intentFields } from '../../../shared/pipeline/expression/expression.ts';
import {
  buildLookup,
  maxVariableDepth,
  mostLookupProblems,
} from '../../../shared/rules/evaluation/build-lookup.ts';
import { evaluateRules } from '../../../shared/rules/evaluation/evaluate-rules.ts';
import {
  unknownKeyWarnings,
  unknownNameWarnings,
} from '../../../shared/rules/evaluation/evaluation-warnings.ts';
import {
  mostSuggested,
  noUnreadable,
  type UnreadableFiles,
  unknownWords,
} from '../../../shared/rules/evaluation/unknown-words.ts';
import { missingVariables } from '../pipeline/pipeline-inputs.ts';
import { askedRequest } from './asked-request.ts';
import { definitionsById } from './definitions-by-id.ts';
import { problemsOfRequest } from './request-problems.ts';
import { type ResolvedMemory, resolveMemories } from './resolve-memories.ts';

/** The definitions a request is judged against. What is absent is not looked up. */
interface RequestGround {
  readonly engines?: readonly ContextRuleEngine[];
  readonly memories?: readonly PersistentMemory[];
  readonly unreadable?: UnreadableFiles;
}

/**
 * Judges a request in one pass: all errors with code and path, its warnings (those of the evaluation, and `missing_variable`), and the memories it would
 * resolve to (none while it is invalid). Codes: `missing_scope_variables`, `unknown_scope`, `wrong_type`,
 * `invalid_max_tokens`, `invalid_constraint`, `unknown_memory`, `unknown_engine`, `ambiguous_variable`, `too_deep`, `too_long`,
 * `too_many_variables`; the first problems, and `more_problems` where there are others.
 */
export function validateRequest(request: unknown, known: RequestGround): RequestValidation {
  const errors = requestErrors(request, known);
  if (errors.length > 0) {
    const isUnread = errors.some(({ code }) => code === 'too_many_variables');
    const warnings = isUnread ? unknownKeyWarnings(request) : unknownNameWarnings(request);
    return { valid: false, errors, warnings, resolved_memories: [] };
  }
  const valid = asRequest(request);
  const evaluation = evaluateRules(valid, known.engines ?? [], { unreadable: known.unreadable?.engines });
  const resolved = resolveMemories(valid, evaluation, known.memories, known.unreadable);
  return {
    valid: true,
    errors: [],
    warnings: [
      ...evaluation.warnings,
      ...resolved.warnings,
      ...missingVariableWarnings(valid, resolved.memories),
    ],
    resolved_memories: resolved.memories.map(memory => memory.id),
  };
}

/** One for each variable that memories need and the request does not give: without it they are skipped. */
function missingVariableWarnings(request: ContextRequest, resolved: readonly ResolvedMemory[]): Warning[] {
  const inputs = askedRequest(request).inputs;
  const memories = resolved.flatMap(({ memory }) => memory ?? []);
  const needs = memories.flatMap(memory =>
    missingVariables(memory, inputs).map(name => ({ name, memory: `"${memory.id}"` })),
  );
  return [...groupBy(needs, ({ name }) => name)].map(([name, group]) => ({
    code: 'missing_variable',
    path: placeOfVariable(name),
    message: `"${name}" is not given; ${group.map(({ memory }) => memory).join(', ')} would be skipped without it`,
  }));
}

/** Where a request gives a variable: its scope, its input, or else the additional ones. */
function placeOfVariable(name: string): string {
  if (name.startsWith('scope.')) return name.replace('scope.', 'scope_variables.');
  return intentFields.some(field => field === name) ? 'input' : `additional_variables.${name}`;
}

/** All errors of a request, also those behind a wrong type elsewhere. */
export function requestErrors(request: unknown, known: RequestGround): Problem[] {
  const tooMuch = [...tooLongLists(request), ...tooManyVariables(request)];
  if (tooMuch.length > 0) return tooMuch;
  const shape = isPlainRequest(request) ? [] : shapeProblems(request);
  if (!isJsonObject(request)) return shape;
  const { engines, memories } = known.unreadable ?? noUnreadable;
  const ambiguous = ambiguousVariables(request);
  const problems = [
    ...shape,
    ...ambiguous,
    ...unknownIds(request, 'explicit_memory', known.memories, (id, ids) => ({
      code: 'unknown_memory',
      message: unknownWords('memory', id, memories, ids),
    })),
    ...unknownIds(request, 'rule_engine_ids', known.engines, (id, ids) => ({
      code: 'unknown_engine',
      message: unknownWords('rule engine', id, engines, ids),
    })),
  ];
  return firstProblems(problems, ambiguous.length >= mostLookupProblems);
}

function shapeProblems(request: unknown): Problem[] {
  const parsed = checkShape(requestSchema, request);
  return parsed.ok ? [] : problemsOfRequest(request, parsed.issues);
}

/** Ids that a request may name; longer lists are refused unread. */
const maxIds = 10_000;

function tooLongLists(request: unknown): Problem[] {
  if (!isJsonObject(request)) return [];
  return ['explicit_memory', 'rule_engine_ids'].flatMap(field => {
    const ids = request[field];
    if (!Array.isArray(ids) || ids.length <= maxIds) return [];
    const message = `${field} names ${ids.length} ids; at most ${maxIds} are allowed`;
    return [{ code: 'too_long', path: field, message }];
  });
}

/** Variables of a request, those within objects included; a request of more is refused unread. */
const maxVariables = 20_000;

function tooManyVariables(request: unknown): Problem[] {
  if (!isJsonObject(request)) return [];
  const { scope_variables: scoped, additional_variables: additional } = request;
  const open: unknown[] = [...(isJsonObject(scoped) ? Object.values(scoped) : []), additional];
  let count = 0;
  for (let next = open.pop(); open.length > 0 || next !== undefined; next = open.pop()) {
    if (!isJsonObject(next)) continue;
    const values = Object.values(next);
    count += values.length;
    if (count > maxVariables) return [tooMany];
    open.push(...values);
  }
  return [];
}

const tooMany: Problem = {
  code: 'too_many_variables',
  path: '',
  message: `scope_variables and additional_variables come to more than ${maxVariables} names, those within objects included; send what the rules ask for`,
};

/** Looks at whatever has the right shape, so that one wrong scope does not hide an ambiguity in another. */
function ambiguousVariables(request: JsonObject): Problem[] {
  const given = request.scope_variables;
  const scopes = isJsonObject(given)
    ? Object.entries(given).filter(([scope, fields]) => isScope(scope) && isJsonObject(fields))
    : [];
  const additional = request.additional_variables;
  const all = [...scopes.map(([, fields]) => fields), additional];
  if (!all.some(fields => mayBeWrittenTwice(fields, 1))) return [];
  return buildLookup({
    scope_variables: Object.fromEntries(scopes),
    ...(isJsonObject(additional) && { additional_variables: additional }),
  }).problems;
}

/** Without a dot in a name no two names are one, and most requests have none. */
function mayBeWrittenTwice(fields: unknown, depth: number): boolean {
  if (!isJsonObject(fields)) return false;
  if (depth > maxVariableDepth) return true;
  for (const key of Object.keys(fields))
    if (key.includes('.') || mayBeWrittenTwice(fields[key], depth + 1)) return true;
  return false;
}

function unknownIds(
  request: JsonObject,
  field: 'explicit_memory' | 'rule_engine_ids',
  known: readonly { readonly id: string }[] | undefined,
  problem: (id: string, nearest: readonly string[]) => Omit<Problem, 'path'>,
): Problem[] {
  const ids = request[field];
  if (known === undefined || isMissing(ids) || !Array.isArray(ids)) return [];
  const knownIds = definitionsById(known);
  const unknown = ids.flatMap((id: unknown, index) =>
    typeof id === 'string' && !knownIds.has(id) ? [{ id, index }] : [],
  );
  return unknown.map(({ id, index }, at) => ({
    ...problem(id, at < mostSuggested ? [...knownIds.keys()] : []),
    path: `${field}.${index}`,
  }));
}

/**
 * True for a request that surely has the shape of the schema, which most have; of all others the schema judges.
 * Looking by hand takes a fraction of the time, above all where other work has filled the processor's caches.
 */
export function isPlainRequest(request: unknown): boolean {
  if (!isJsonObject(request)) return false;
  const { scope_variables, additional_variables, request_id } = request;
  return (
    areScopes(scope_variables) &&
    (additional_variables === undefined || isJsonObject(additional_variables)) &&
    isInput(request.input) &&
    areIds(request.explicit_memory) &&
    areIds(request.rule_engine_ids) &&
    areConstraints(request.constraints) &&
    (request_id === undefined || (isText(request_id) && request_id.length > 0 && request_id.length <= 200))
  );
}

const isText = (value: unknown): value is string => typeof value === 'string';

function areScopes(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  return Object.keys(value).every(
    scope => isScope(scope) && (isMissing(value[scope]) || isJsonObject(value[scope])),
  );
}

function isInput(value: unknown): boolean {
  if (value === undefined || isText(value)) return true;
  return isJsonObject(value) && (value.text === undefined || isText(value.text));
}

function areIds(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.every(isText));
}

/** Budget and estimator are what requests usually set. */
function areConstraints(value: unknown): boolean {
  if (value === undefined) return true;
  if (!isJsonObject(value)) return false;
  return Object.keys(value).every(name => {
    if (name === 'max_tokens') return Number.isSafeInteger(value[name]) && Number(value[name]) >= 1;
    return name === 'estimator' && estimators.some(known => known === value[name]);
  });
}
