import { constantsOf, demandedTexts, type Literal } from '../literal.ts';
import { freshCharacter } from './fresh-text.ts';
import { listCandidates } from './list-candidates.ts';
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

/** Texts that the demanded patterns find, alone and within what else is demanded. */
function sampleCandidates(literals: readonly Literal[]): string[] {
  const samples = demandedTexts(literals, 'regex').flatMap(patternSamples);
  if (samples.length === 0) return [];
  const prefix = demandedTexts(literals, 'starts_with').join('');
  const suffix = demandedTexts(literals, 'ends_with').join('');
  const middle = ['', ...demandedTexts(literals, 'contains')].join(' ');
  return [
    ...samples,
    ...samples.map(sample => `${prefix}${sample}${middle}${suffix}`),
    ...samples.map(sample => `${prefix}${middle} ${sample}${suffix}`),
  ];
}

function freshObject(literals: readonly Literal[]): Record<string, unknown> {
  return { [freshCharacter([...textsOf(literals), JSON.stringify(constantsOf(literals))])]: true };
}
