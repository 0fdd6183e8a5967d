import { groupBy } from '../../lists.ts';
import { isJsonObject, isMissing } from '../../model/json.ts';
import type { ContextRequest } from '../../model/request.ts';
import type { ContextRule } from '../../model/rule.ts';
import type { RuleFix, VariableChange } from '../../model/rule-fix.ts';
import { buildLookup } from '../evaluation/build-lookup.ts';
import type { RegexCache } from '../evaluation/regex-cache.ts';
import { allHold, conditionOutcome } from '../evaluation/test-condition.ts';
import { demands } from './literal.ts';
import { forcedValue, isWithin, relatedFields } from './related-fields.ts';
import { solveField } from './solve-field.ts';
import { type Solution, solveLiterals } from './solve-literals.ts';
import { withVariable } from './witness-request.ts';

/** The fewest variables to change so that the rule fires; applying the fix makes it fire, which is checked here. */
export function fixRule(rule: ContextRule, request: ContextRequest, regexes: RegexCache): RuleFix {
  const variables = buildLookup(request).variables;
  const unmatched = rule.when.filter(
    condition => conditionOutcome(condition, variables, regexes) !== 'matched',
  );
  const distance = unmatched.length;
  const fields = [...new Set(unmatched.map(({ field }) => field))];
  const alone = solveFields(rule, fields, regexes);
  if (alone.kind !== 'found') return { distance, kind: alone.kind, changes: [] };
  const attempts = [alone, ...solveGroups(rule, fields, regexes)];
  for (const { values } of attempts) {
    const removed = namesInTheWay(values, variables);
    const steps = [...removed, ...values];
    const fixed = steps.reduce((changed, [field, value]) => withVariable(changed, field, value), request);
    if (!fires(rule, fixed, regexes)) continue;
    const changes = [...removed.filter(([field]) => !values.has(field)), ...values]
      .filter(([field, value]) => value !== variables.get(field))
      .map(change(variables));
    return { distance, kind: 'found', changes, request: fixed };
  }
  return {
    distance,
    kind: solveLiterals(demands(rule.when), regexes).kind === 'none' ? 'none' : 'unknown',
    changes: [],
  };
}

export function fires(rule: ContextRule, request: ContextRequest, regexes: RegexCache): boolean {
  const { variables, problems } = buildLookup(request);
  return problems.length === 0 && allHold(rule.when, variables, regexes);
}

type Found = Extract<Solution, { kind: 'found' }>;

/** Each field by itself: right whenever no object above or below it is also asked for. */
function solveFields(rule: ContextRule, fields: readonly string[], regexes: RegexCache): Solution {
  const byField = groupBy(rule.when, ({ field }) => field);
  const values = new Map<string, unknown>();
  const kinds = fields.map(field => {
    const solution = solveField(field, demands(byField.get(field) ?? []), regexes);
    if (solution.kind === 'found') values.set(field, solution.value);
    return solution.kind;
  });
  if (kinds.includes('none')) return { kind: 'none' };
  return kinds.includes('unknown') ? { kind: 'unknown' } : { kind: 'found', values };
}

/** An object and what lies in it, chosen together where one of them has to change. */
function solveGroups(rule: ContextRule, fields: readonly string[], regexes: RegexCache): Found[] {
  const groups = relatedFields(rule.when.map(({ field }) => field)).filter(group =>
    group.some(field => fields.includes(field)),
  );
  const touched = new Set(groups.flat());
  const solution = solveLiterals(demands(rule.when.filter(({ field }) => touched.has(field))), regexes);
  return solution.kind === 'found' ? [solution] : [];
}

/** Names written with a dot of what an object says now: both would be one variable in two ways, so these are removed first. */
function namesInTheWay(
  values: ReadonlyMap<string, unknown>,
  variables: ReadonlyMap<string, unknown>,
): [string, undefined][] {
  return [...values].flatMap(([field, value]) => {
    if (!isJsonObject(value)) return [];
    const set = new Map([[field, value]]);
    // What lies in the object that was there goes with it.
    const there = new Map([...variables].filter(([name]) => name === field || isWithin(name, field)));
    const isWritten = (name: string) => forcedValue(name, there) === undefined;
    return [...there.keys()]
      .filter(name => forcedValue(name, set) !== undefined && isWritten(name))
      .map((name): [string, undefined] => [name, undefined]);
  });
}

function change(variables: ReadonlyMap<string, unknown>) {
  return ([field, to]: [string, unknown]): VariableChange => {
    const from = variables.get(field);
    return { field, ...(isMissing(from) ? {} : { from }), ...(to === undefined ? {} : { to }) };
  };
}
