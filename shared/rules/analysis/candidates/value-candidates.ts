import { operators } from '../../operators.ts';
import { constantsOf, demandedTexts, type Literal } from '../literal.ts';
import { freshCharacter } from './fresh-text.ts';
import { numberCandidates } from './number-candidates.ts';
import { numeralCandidates } from './numeral-candidates.ts';
import { patternSamples } from './pattern-samples.ts';
import { canonicalText, friendlyTexts, textsOf } from './text-candidates.ts';

/**
 * Values that together decide the literals of one field; `undefined` is a missing variable.
 * In order of what reads best as a witness or a fix: constants, boundaries, then made-up values. Made one after the
 * other, since the first ones mostly do.
 */
export function* valueCandidates(literals: readonly Literal[]): Generator<unknown, void> {
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
export function finiteCandidates(literals: readonly Literal[]): unknown[] {
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
