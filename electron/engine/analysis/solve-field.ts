import { isJsonEqual } from '../../../shared/model/json.ts';
import { isKnownField } from '../../../shared/rules/field-name.ts';
import { operatorTests } from '../rules/operators/operator-tests.ts';
import type { RegexCache } from '../rules/regex-cache.ts';
import { isOpenNumeral } from './candidates/numeral-candidates.ts';
import { finiteCandidates, valueCandidates } from './candidates/value-candidates.ts';
import { canNeverBeGiven, isTextField } from './field-domain.ts';
import type { Literal } from './literal.ts';

/** Whether some value of a field satisfies all literals; `undefined` as value is a missing variable. */
export type FieldSolution =
  | { readonly kind: 'found'; readonly value: unknown }
  | { readonly kind: 'none' }
  /** A regex, or a numeral of demanded shape, prevents an exact answer. */
  | { readonly kind: 'unknown' };

/**
 * Finds a value for one field (R10): exact over finite sets, intervals, prefix, suffix, substring and lists,
 * because the candidates decide every such set of literals. What is found is always true: it was tested.
 */
export function solveField(field: string, literals: readonly Literal[], regexes: RegexCache): FieldSolution {
  const isBounded = hasFiniteDemand(literals);
  for (const value of isBounded ? finiteCandidates(literals) : valueCandidates(literals))
    if (isInDomain(field, value) && satisfies(field, value, literals, regexes))
      return { kind: 'found', value };
  if (isBounded || contradictsItself(literals)) return { kind: 'none' };
  if (!isExact(field, literals, regexes)) return { kind: 'unknown' };
  return { kind: 'none' };
}

/** Candidates of the field that satisfy all literals, best witness first. */
export function fieldValues(
  field: string,
  literals: readonly Literal[],
  regexes: RegexCache,
): { readonly value: unknown }[] {
  return [...valueCandidates(literals)]
    .filter(value => isInDomain(field, value) && satisfies(field, value, literals, regexes))
    .map(value => ({ value }));
}

export function satisfies(
  field: string,
  value: unknown,
  literals: readonly Literal[],
  regexes: RegexCache,
): boolean {
  const isKnown = isKnownField(field);
  for (const { condition, holds } of literals) {
    const isMatched =
      isKnown &&
      operatorTests[condition.operator].test(value, condition.value ?? null, regexes) === 'matched';
    if (isMatched !== holds) return false;
  }
  return true;
}

function isInDomain(field: string, value: unknown): boolean {
  if (value === undefined) return true;
  return !canNeverBeGiven(field) && (!isTextField(field) || typeof value === 'string');
}

/** The same condition demanded and denied: empty whatever it means. */
function contradictsItself(literals: readonly Literal[]): boolean {
  return literals.some(
    left => left.holds && literals.some(right => !right.holds && isSameCondition(left, right)),
  );
}

function isSameCondition(left: Literal, right: Literal): boolean {
  return (
    left.condition.operator === right.condition.operator &&
    isJsonEqual(left.condition.value, right.condition.value)
  );
}

/** Exact without a regex, or when the rest alone already has no solution. */
function isExact(field: string, literals: readonly Literal[], regexes: RegexCache): boolean {
  if (hasFiniteDemand(literals)) return true;
  if (isOpenNumeral(literals)) return false;
  const plain = literals.filter(({ condition }) => !isWorkingRegex(condition, regexes));
  if (plain.length === literals.length) return true;
  // A demanded regex needs a text; without the regex that demand must not get lost.
  const needsText = literals.some(({ condition, holds }) => holds && isWorkingRegex(condition, regexes));
  return !fieldValues(field, plain, regexes).some(({ value }) => !needsText || typeof value === 'string');
}

/** A demand that only constants, or only a missing variable, can meet: every one of them is a candidate. */
function hasFiniteDemand(literals: readonly Literal[]): boolean {
  return literals.some(({ condition: { operator, value }, holds }) => {
    if (holds) return operator === 'eq' || operator === 'in' || operator === 'not_exists';
    // A list operator without a list is an error for every value, so denying it demands nothing.
    return operator === 'neq' || operator === 'exists' || (operator === 'not_in' && Array.isArray(value));
  });
}

function isWorkingRegex(condition: Literal['condition'], regexes: RegexCache): boolean {
  return (
    condition.operator === 'regex' && typeof condition.value === 'string' && regexes.get(condition.value).ok
  );
}
