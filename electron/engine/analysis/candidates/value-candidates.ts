import { constantsOf, demandedTexts, type Literal } from '../literal.ts';
import { freshCharacter } from './fresh-text.ts';
import { listCandidates } from './list-candidates.ts';
import { numberCandidates } from './number-candidates.ts';
import { numeralCandidates } from './numeral-candidates.ts';
import { patternSamples } from './pattern-samples.ts';
import { canonicalText, friendlyTexts, textsOf } from './text-candidates.ts';

/**
 * Values that together decide the literals of one field; `undefined` is a missing variable.
 * In order of what reads best as a witness or a fix: constants, boundaries, then made-up values.
 */
export function valueCandidates(literals: readonly Literal[]): unknown[] {
  const numbers = numberCandidates(literals);
  const samples = demandedTexts(literals, 'regex').flatMap(patternSamples);
  const prefix = demandedTexts(literals, 'starts_with').join('');
  const suffix = demandedTexts(literals, 'ends_with').join('');
  const middle = ['', ...demandedTexts(literals, 'contains')].join(' ');
  return [
    ...constantsOf(literals).filter(constant => constant !== null),
    ...samples,
    ...samples.map(sample => `${prefix}${sample}${middle}${suffix}`),
    ...samples.map(sample => `${prefix}${middle} ${sample}${suffix}`),
    ...numbers,
    ...friendlyTexts(literals),
    ...numeralCandidates(numbers, literals),
    canonicalText(literals),
    true,
    false,
    ...listCandidates(literals),
    freshObject(literals),
    undefined,
  ];
}

function freshObject(literals: readonly Literal[]): Record<string, unknown> {
  return { [freshCharacter([...textsOf(literals), JSON.stringify(constantsOf(literals))])]: true };
}
