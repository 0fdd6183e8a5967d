import type { Warning } from '../../model/evaluation.ts';
import { isJsonObject } from '../../model/json.ts';
import { nearNames } from '../../model/near-names.ts';
import type { Problem } from '../../model/problem.ts';
import { type ContextRequest, constraintsSchema, inputSchema, requestSchema } from '../../model/request.ts';
import type { Condition, ContextRule, ContextRuleEngine } from '../../model/rule.ts';
import { isRuleEnabled } from '../../model/rule-defaults.ts';
import { scopeFields, scopes } from '../../model/scope.ts';
import { operatorNames, operators } from '../operators.ts';
import { checkCondition } from '../validate-rule.ts';
import type { SelectedEngines } from './select-engines.ts';
import { testCondition, type Variables } from './test-condition.ts';
import { idOfFile, isWithheld, type UnreadableFile, unreadableWords } from './unknown-words.ts';

interface WarningSources {
  /** Engines that were judged before. */
  readonly compiled?: { unusableIn(engine: ContextRuleEngine): Generator<void, readonly Warning[]> };
  readonly unreadable?: readonly UnreadableFile[] | undefined;
}

/**
 * What an evaluation says beside its result: `unknown_key`, `unknown_field`, `engine_disabled`,
 * `unreadable_engine` and `withheld_rules` for files that would have taken part, what `unusableConditions` finds in the
 * engines, and `list_as_text` for lists that rules compare as one text. Stops after each rule that was not judged before.
 */
export function* evaluationWarnings(
  request: ContextRequest,
  variables: Variables,
  { engines, warnings }: SelectedEngines,
  { compiled, unreadable = [] }: WarningSources,
): Generator<void, Warning[]> {
  const unusable: Warning[] = [];
  for (const engine of engines)
    unusable.push(...(yield* compiled?.unusableIn(engine) ?? unusableConditions(engine)));
  return [
    ...unknownNameWarnings(request),
    ...warnings,
    ...unreadableWarnings(unreadable.filter(problem => wouldTakePart(request, problem))),
    ...firstOf(unusable, 'conditions of these engines cannot hold either'),
    ...firstOf(listWarnings(variables, engines), 'lists are compared as one text too'),
  ];
}

/** A list never holds where rules look for text, and is easily given: the files that somebody works on. */
function listWarnings(variables: Variables, engines: readonly ContextRuleEngine[]): Warning[] {
  const lists = [...variables].flatMap(([field, value]) => (Array.isArray(value) ? [field] : []));
  return lists.flatMap(field => {
    const count = engines.reduce((sum, engine) => sum + (textFieldsOf(engine).get(field) ?? 0), 0);
    if (count === 0) return [];
    const asked = count === 1 ? '1 condition looks' : `${count} conditions look`;
    const message = `${field} is a list, and ${asked} for one text in it, so that they cannot hold; give one value, and ask once for each`;
    return [{ code: 'list_as_text', path: field, message }];
  });
}

/** Operators that a text satisfies and a list never does. */
const textOperators: ReadonlySet<string> = new Set(
  operatorNames.filter(operator => {
    const { takes, suits } = operators[operator];
    return (takes === 'text' || takes === 'pattern') && !suits.includes('array');
  }),
);

/** Fields that rules of an engine, muted ones aside, compare as text, and how often; looked for once. */
const textFields = new WeakMap<ContextRuleEngine, ReadonlyMap<string, number>>();

function textFieldsOf(engine: ContextRuleEngine): ReadonlyMap<string, number> {
  const known = textFields.get(engine);
  if (known !== undefined) return known;
  const counts = new Map<string, number>();
  for (const rule of engine.rules.filter(isRuleEnabled))
    for (const { field, operator } of rule.when)
      if (textOperators.has(operator)) counts.set(field, (counts.get(field) ?? 0) + 1);
  textFields.set(engine, counts);
  return counts;
}

/** Names in a request that are not of the standard, whatever else is wrong with it. */
export const unknownNameWarnings = (request: unknown): Warning[] =>
  isJsonObject(request)
    ? [...unknownKeyWarnings(request), ...unknownFieldWarnings(request.scope_variables)]
    : [];

/** Keys of a request that nothing reads, with the one that was probably meant. */
export function unknownKeyWarnings(request: unknown): Warning[] {
  if (!isJsonObject(request)) return [];
  const { constraints, input } = request;
  const unknown = [
    ...unknownKeys(request, requestKeys, 'a request', ''),
    ...(isJsonObject(constraints)
      ? unknownKeys(constraints, constraintKeys, 'constraints', 'constraints.')
      : []),
    ...(isJsonObject(input) ? unknownKeys(input, inputKeys, 'input', 'input.') : []),
  ];
  return firstOf(unknown, 'keys are not known either');
}

const requestKeys = Object.keys(requestSchema.shape);
const constraintKeys = Object.keys(constraintsSchema.shape);
const inputKeys = Object.keys(inputSchema.shape);

function unknownKeys(value: object, known: readonly string[], owner: string, prefix: string): Warning[] {
  return Object.keys(value)
    .filter(key => !known.includes(key))
    .map(key => {
      const [near] = nearNames(key, known);
      const there = known.length === 1 ? 'its key is' : 'the keys are';
      const meant = near === undefined ? `${there} ${known.join(', ')}` : `did you mean "${near}"?`;
      const shown = JSON.stringify(key.slice(0, 100));
      return {
        code: 'unknown_key',
        path: `${prefix}${key}`,
        message: `${shown} is no key of ${owner} and does nothing; ${meant}`,
      };
    });
}

/** A warning for every field of a scope that is not one of its standard fields; such fields still work. */
function unknownFieldWarnings(scopeVariables: unknown): Warning[] {
  if (!isJsonObject(scopeVariables)) return [];
  return scopes.flatMap(scope => {
    const fields = scopeVariables[scope];
    const known: readonly string[] = scopeFields[scope];
    if (!isJsonObject(fields)) return [];
    return Object.keys(fields)
      .filter(name => !known.includes(name))
      .map(name => ({
        code: 'unknown_field',
        path: `scope_variables.${scope}.${name}`,
        message: `"${name}" is not a standard field of ${scope} (${known.join(', ')}); rules can use it as scope.${scope}.${name}`,
      }));
  });
}

/** An engine that the request names is refused while it cannot be read. */
const wouldTakePart = ({ rule_engine_ids }: ContextRequest, problem: UnreadableFile): boolean =>
  rule_engine_ids === undefined || (isWithheld(problem) && rule_engine_ids.includes(idOfFile(problem)));

function unreadableWarnings(files: readonly UnreadableFile[]): Warning[] {
  const unreadable = files
    .filter(file => !isWithheld(file))
    .map(file => ({
      code: 'unreadable_engine',
      message: `${unreadableWords('rule engine', file)}; its rules were not evaluated`,
    }));
  const withheld = files.filter(isWithheld).map(file => ({
    code: 'withheld_rules',
    message: `of the rule engine "${idOfFile(file)}" not all was evaluated: ${file.reason}`,
  }));
  return [
    ...firstOf(unreadable, 'files of engines cannot be read either'),
    ...firstOf(withheld, 'engines were not evaluated as a whole either'),
  ];
}

/** Rules that nobody judged, since the time of the request was over. */
export function unjudgedWarning({ id }: ContextRuleEngine, rules: readonly ContextRule[]): Warning {
  const names = rules.slice(0, mostSaid).map(rule => rule.id);
  const listed = [...names, ...(rules.length > mostSaid ? ['…'] : [])].join(', ');
  const reason = `the time of the request was over before ${rules.length} of its rules were judged: ${listed}`;
  return {
    code: 'rules_not_evaluated',
    message: `of the rule engine "${id}" not all was evaluated: ${reason}`,
  };
}

const unusableConstant = ['bad_pattern', 'wrong_operand'];
const neverGiven = ['unknown_field', 'unknown_scope'];

/**
 * Conditions of rules that are not muted which never hold, so that their rules never fire: the constant is unusable
 * (`bad_pattern`, `wrong_operand`), or nobody can give the variable (`unknown_field`, `unknown_scope`). Stops after each.
 */
export function* unusableConditions({ id, rules }: ContextRuleEngine): Generator<void, Problem[]> {
  const found: Problem[] = [];
  for (const [ruleIndex, rule] of rules.entries()) {
    if (!isRuleEnabled(rule)) continue;
    for (const [index, condition] of rule.when.entries())
      for (const problem of checkCondition(condition, `${id}.rules.${ruleIndex}.when.${index}`))
        if (neverHolds(condition, problem.code))
          found.push({
            ...problem,
            message: `rule "${rule.name || rule.id}" of "${id}" cannot fire: its condition on ${condition.field}: ${problem.message}`,
          });
    yield;
  }
  return found;
}

/** A variable that nobody can give is missing, which is what some conditions ask for. */
const neverHolds = (condition: Condition, code: string): boolean =>
  unusableConstant.includes(code) ||
  (neverGiven.includes(code) && !testCondition(condition, new Map()).matched);

/** So many are said one by one; of the others their number. */
const mostSaid = 20;

function firstOf(warnings: readonly Warning[], others: string): Warning[] {
  const more = warnings.length - mostSaid;
  const [first] = warnings;
  if (more <= 0 || first === undefined) return [...warnings];
  return [...warnings.slice(0, mostSaid), { code: first.code, message: `${more} more ${others}` }];
}
