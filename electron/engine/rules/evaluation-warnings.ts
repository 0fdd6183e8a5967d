import type { Warning } from '../../../shared/model/evaluation.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { nearNames } from '../../../shared/model/near-names.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import {
  type ContextRequest,
  constraintsSchema,
  requestSchema,
  type ScopeVariables,
} from '../../../shared/model/request.ts';
import type { ContextRuleEngine } from '../../../shared/model/rule.ts';
import { isRuleEnabled } from '../../../shared/model/rule-defaults.ts';
import { scopeFields, scopes } from '../../../shared/model/scope.ts';
import { checkCondition } from '../../../shared/rules/validate-rule.ts';
import type { CompiledEngines } from './compiled/compiled-engines.ts';
import type { SelectedEngines } from './select-engines.ts';
import type { Variables } from './test-condition.ts';
import { idOfFile, isWithheld, type UnreadableFile, unreadableWords } from './unknown-words.ts';

export interface WarningSources {
  readonly compiled?: CompiledEngines;
  readonly unreadable?: readonly UnreadableFile[] | undefined;
}

/**
 * What an evaluation says beside its result: `unknown_key`, `unknown_field` (R1), `engine_disabled` (R7),
 * `unreadable_engine` and `withheld_rules` for files that would have taken part, what `unusableConditions` finds in the
 * engines, and `list_as_text` for lists that rules compare as one text.
 */
export function evaluationWarnings(
  request: ContextRequest,
  variables: Variables,
  { engines, warnings }: SelectedEngines,
  { compiled, unreadable = [] }: WarningSources,
): Warning[] {
  const unusable = engines.flatMap(engine => compiled?.unusableIn(engine) ?? unusableConditions(engine));
  return [
    ...unknownKeyWarnings(request),
    ...unknownFieldWarnings(request.scope_variables),
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

const textOperators = new Set<string>(['regex', 'starts_with', 'ends_with']);

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

/** Keys of a request that nothing reads, with the one that was probably meant. */
export function unknownKeyWarnings(request: unknown): Warning[] {
  if (!isJsonObject(request)) return [];
  const { constraints } = request;
  const unknown = [
    ...unknownKeys(request, requestKeys, ''),
    ...(isJsonObject(constraints) ? unknownKeys(constraints, constraintKeys, 'constraints.') : []),
  ];
  return firstOf(unknown, 'keys are not known either');
}

const requestKeys = Object.keys(requestSchema.shape);
const constraintKeys = Object.keys(constraintsSchema.shape);

function unknownKeys(value: object, known: readonly string[], prefix: string): Warning[] {
  return Object.keys(value)
    .filter(key => !known.includes(key))
    .map(key => {
      const [near] = nearNames(key, known);
      const meant = near === undefined ? `the keys are ${known.join(', ')}` : `did you mean "${near}"?`;
      const shown = JSON.stringify(key.slice(0, 100));
      return {
        code: 'unknown_key',
        path: `${prefix}${key}`,
        message: `${shown} is no key of ${prefix === '' ? 'a request' : 'constraints'} and does nothing; ${meant}`,
      };
    });
}

/** A warning for every field of a scope that is not one of its standard fields (R1); such fields still work. */
function unknownFieldWarnings(scopeVariables: ScopeVariables): Warning[] {
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

/** An engine that the request names is refused while it cannot be read (A1). */
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

const neverHolding = ['bad_pattern', 'wrong_operand'];

/** Conditions of rules that are not muted whose constant is unusable (`bad_pattern`, `wrong_operand`): their rules never fire. */
export function unusableConditions({ id, rules }: ContextRuleEngine): Problem[] {
  return rules.flatMap((rule, ruleIndex) => {
    if (!isRuleEnabled(rule)) return [];
    return rule.when.flatMap((condition, index) =>
      checkCondition(condition, `${id}.rules.${ruleIndex}.when.${index}`)
        .filter(({ code }) => neverHolding.includes(code))
        .map(problem => ({
          ...problem,
          message: `rule "${rule.name || rule.id}" of "${id}" cannot fire: its condition on ${condition.field}: ${problem.message}`,
        })),
    );
  });
}

/** So many are said one by one; of the others their number. */
const mostSaid = 20;

function firstOf(warnings: readonly Warning[], others: string): Warning[] {
  const more = warnings.length - mostSaid;
  const [first] = warnings;
  if (more <= 0 || first === undefined) return [...warnings];
  return [...warnings.slice(0, mostSaid), { code: first.code, message: `${more} more ${others}` }];
}
