import { groupBy } from '../../lists.ts';
import { isJsonObject } from '../../model/json.ts';
import type { RegexCache } from '../evaluation/regex-cache.ts';
import type { Literal } from './literal.ts';
import { forcedValue, relatedFields } from './related-fields.ts';
import { fieldValues, satisfies, solveField } from './solve-field.ts';

/** Values of variables that satisfy a set of literals, by prefixed name; `undefined` is missing. */
export type Solution =
  | { readonly kind: 'found'; readonly values: ReadonlyMap<string, unknown> }
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown' };

/**
 * Finds variables that satisfy all literals. Fields are independent of each other, save an object and
 * the names inside it: there the object is chosen first and what it holds is given.
 */
export function solveLiterals(literals: readonly Literal[], regexes: RegexCache): Solution {
  const byField = groupBy(literals, ({ condition }) => condition.field);
  const values = new Map<string, unknown>();
  let isUnknown = false;
  for (const group of relatedFields([...byField.keys()])) {
    const solution = solveGroup(group, byField, regexes);
    if (solution.kind === 'none') return solution;
    if (solution.kind === 'unknown') isUnknown = true;
    else for (const [field, value] of solution.values) values.set(field, value);
  }
  return isUnknown ? { kind: 'unknown' } : { kind: 'found', values };
}

type ByField = ReadonlyMap<string, readonly Literal[]>;

function solveGroup(fields: readonly string[], byField: ByField, regexes: RegexCache): Solution {
  const values = new Map<string, unknown>();
  let isUnknown = false;
  for (const field of fields) {
    const solution = solveField(field, byField.get(field) ?? [], regexes);
    if (solution.kind === 'none') return solution;
    if (solution.kind === 'unknown') isUnknown = true;
    else values.set(field, solution.value);
  }
  if (isUnknown) return { kind: 'unknown' };
  if (fields.length === 1) return { kind: 'found', values };
  const chosen = chooseTogether(fields, byField, regexes, new Map());
  return chosen ? { kind: 'found', values: chosen } : { kind: 'none' };
}

/** Objects first (fields come sorted, so an object stands before what lies in it), then the rest; backtracks. */
function chooseTogether(
  [field, ...rest]: readonly string[],
  byField: ByField,
  regexes: RegexCache,
  chosen: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, unknown> | undefined {
  if (field === undefined) return chosen;
  for (const { value } of choices(field, byField.get(field) ?? [], regexes, chosen)) {
    const result = chooseTogether(rest, byField, regexes, new Map(chosen).set(field, value));
    if (result) return result;
  }
  return undefined;
}

/** What is no object leaves the names below free, so one such value stands for all of them. */
function choices(
  field: string,
  literals: readonly Literal[],
  regexes: RegexCache,
  chosen: ReadonlyMap<string, unknown>,
) {
  const forced = forcedValue(field, chosen);
  if (forced) {
    const value = forced.value ?? undefined;
    return satisfies(field, value, literals, regexes) ? [{ value }] : [];
  }
  const values = fieldValues(field, literals, regexes);
  const plain = values.find(({ value }) => !isJsonObject(value));
  return [...(plain ? [plain] : []), ...values.filter(({ value }) => isJsonObject(value))];
}
