import { isJsonEqual } from '../../model/json.ts';
import type { RegexCache } from '../evaluation/regex-cache.ts';
import { isKnownField, scopeOfField } from '../field-name.ts';
import { operators } from '../operators.ts';
import { numberCandidates } from './candidates/number-candidates.ts';
import { isOpenNumeral, numeralCandidates } from './candidates/numeral-candidates.ts';
import { patternSamples } from './candidates/pattern-samples.ts';
import { canonicalText, freshCharacter, friendlyTexts, textsOf } from './candidates/text-candidates.ts';
import { constantsOf, demandedTexts, type Literal } from './literal.ts';

/** Whether some value of a field satisfies all literals; `undefined` as value is a missing variable. */
type FieldSolution =
  | { readonly kind: 'found'; readonly value: unknown }
  | { readonly kind: 'none' }
  /** A pattern, a numeral of demanded shape, or an operator that does not say what it means prevents an exact answer. */
  | { readonly kind: 'unknown' };

/**
 * Finds a value for one field: exact over finite sets, intervals, prefix, suffix, substring and lists,
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
      isKnown && operators[condition.operator].test(value, condition.value ?? null, regexes) === 'matched';
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

/** Exact without what the solver cannot look into, or when the rest alone already has no solution. */
function isExact(field: string, literals: readonly Literal[], regexes: RegexCache): boolean {
  if (isOpenNumeral(literals)) return false;
  const plain = literals.filter(literal => !isOpaque(literal, regexes));
  if (plain.length === literals.length) return true;
  // A demanded pattern needs a text; without the pattern that demand must not get lost.
  const needsText = literals.some(literal => literal.holds && isWorkingPattern(literal, regexes));
  return !fieldValues(field, plain, regexes).some(({ value }) => !needsText || typeof value === 'string');
}

/** A demand that only constants, or only a missing variable, can meet: every one of them is a candidate. */
function hasFiniteDemand(literals: readonly Literal[]): boolean {
  return literals.some(({ domain, holds }) => {
    const kind = domain?.kind;
    return holds
      ? kind === 'one_of' || kind === 'missing' || kind === 'never'
      : kind === 'none_of' || kind === 'given';
  });
}

/** Which values it holds for is not known, or no candidate can be counted on to be one of them. */
function isOpaque(literal: Literal, regexes: RegexCache): boolean {
  return literal.domain === undefined || isWorkingPattern(literal, regexes);
}

function isWorkingPattern({ domain }: Literal, regexes: RegexCache): boolean {
  return domain?.kind === 'pattern' && regexes.get(domain.pattern).ok;
}

/** True for names that no request can fill: unknown prefixes, unknown scopes, `input.` other than `input.text`. */
function canNeverBeGiven(field: string): boolean {
  if (!isKnownField(field)) return true;
  if (field.startsWith('scope.')) return scopeOfField(field) === undefined;
  return field.startsWith('input.') && field !== 'input.text';
}

/** True where a valid request can only hold a text. */
function isTextField(field: string): boolean {
  return field === 'input.text';
}

/**
 * Values that together decide the literals of one field; `undefined` is a missing variable.
 * In order of what reads best as a witness or a fix: constants, boundaries, then made-up values. Made one after the
 * other, since the first ones mostly do.
 */
function* valueCandidates(literals: readonly Literal[]): Generator<unknown, void> {
  for (const constant of constantsOf(literals)) if (constant !== null) yield constant;
  yield* boundariesOfUnknown(literals);
  yield* sampleCandidates(literals);
  const numbers = numberCandidates(literals);
  yield* numbers;
  yield* friendlyTexts(literals);
  yield* numeralCandidates(numbers, literals);
  yield canonicalText(literals);
  yield true;
  yield false;
  yield* listCandidates(literals);
  yield freshObject(literals);
  yield undefined;
}

/** All values that a demand for certain constants, or for a missing variable, leaves; in the same order. */
function finiteCandidates(literals: readonly Literal[]): unknown[] {
  return [...constantsOf(literals).filter(constant => constant !== null), undefined];
}

/** Where an operator does not say which values it holds for, its own examples may still hold; they are tested. */
function boundariesOfUnknown(literals: readonly Literal[]): unknown[] {
  return literals.flatMap(({ condition: { operator, value }, domain }) =>
    domain === undefined ? operators[operator].boundaries(value ?? null) : [],
  );
}

/** Texts that the demanded patterns find, alone and within what else is demanded. */
function sampleCandidates(literals: readonly Literal[]): string[] {
  const samples = demandedTexts(literals, 'pattern').flatMap(patternSamples);
  if (samples.length === 0) return [];
  const prefix = demandedTexts(literals, 'starts').join('');
  const suffix = demandedTexts(literals, 'ends').join('');
  const middle = ['', ...demandedTexts(literals, 'holds')].join(' ');
  return [
    ...samples,
    ...samples.map(sample => `${prefix}${sample}${middle}${suffix}`),
    ...samples.map(sample => `${prefix}${middle} ${sample}${suffix}`),
  ];
}

function freshObject(literals: readonly Literal[]): Record<string, unknown> {
  return { [freshCharacter([...textsOf(literals), JSON.stringify(constantsOf(literals))])]: true };
}

/** The list that holds exactly what is demanded, alone and with one element more that no constant equals. */
function listCandidates(literals: readonly Literal[]): unknown[][] {
  const demanded = literals.flatMap(({ domain, holds }) =>
    holds && domain?.kind === 'holds' ? [domain.value] : [],
  );
  // A fresh element alone would not tell the list from a constant that is a longer list, so it is unlike every text in them.
  const fresh = freshCharacter([
    ...textsOf(literals),
    JSON.stringify(literals.map(({ condition }) => condition.value ?? null)),
  ]);
  return [demanded, [...demanded, fresh]];
}
