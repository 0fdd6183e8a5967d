import type { Condition } from '../../../../shared/model/rule.ts';
import { numericValue } from '../../../../shared/rules/numeric-value.ts';
import { demandedTexts, type Literal } from '../literal.ts';
import { numberCandidates } from './number-candidates.ts';
import { canonicalText, longest, textsOf } from './text-candidates.ts';

/**
 * Texts that read as these numbers (R4): plain, and padded with more zeros than any constant is long,
 * so that no exclusion can name every spelling. With a prefix, suffix or substring demanded, spellings
 * built around them are tried too; those are not all there are.
 */
export function numeralCandidates(numbers: readonly number[], literals: readonly Literal[]): string[] {
  const padding = '0'.repeat(longest(textsOf(literals)).length + 1);
  const plain = numbers.flatMap(number => [String(number), padded(number, padding), ` ${String(number)}`]);
  return [...plain, ...around(numbers, literals)];
}

/**
 * True when only numerals of a demanded shape are left as an answer ("starts with 1, more than 5"): the one case
 * without a regex that candidates do not decide. What cannot be a numeral at all, or has the wrong sign, is decided.
 */
export function isOpenNumeral(literals: readonly Literal[]): boolean {
  const demanded = literals.filter(({ holds }) => holds).map(({ condition }) => condition);
  const comparisons = demanded.filter(isComparison);
  const isShaped = literals.some(({ condition }) => isShape(condition) && condition.value !== '');
  if (comparisons.length === 0 || !isShaped) return false;
  const shapes = demanded.filter(isShape).map(({ value }) => value);
  const canBeNumeral = shapes.every(text => typeof text === 'string' && numeralText.test(text));
  if (shapes.length > 0 && deniesWhatIsDemanded(literals)) return false;
  // What is demanded makes it a number, so that a denied comparison bounds it as well.
  const bounds = literals.filter(({ condition }) => isComparison(condition));
  const inInterval = numberCandidates(literals).filter(number =>
    bounds.every(({ condition, holds }) => holdsFor(number, condition) === holds),
  );
  return canBeNumeral && inInterval.some(number => fitsSign(number, literals));
}

const numeralText = /^[\s+\-.0-9eE]*$/;
const isShape = ({ operator }: Condition) =>
  operator === 'starts_with' || operator === 'ends_with' || operator === 'contains';
const isComparison = ({ operator }: Condition) =>
  operator === 'gt' || operator === 'gte' || operator === 'lt' || operator === 'lte';

/** A denied prefix, suffix or substring that every text of the demanded shape has. */
function deniesWhatIsDemanded(literals: readonly Literal[]): boolean {
  const text = canonicalText(literals);
  return literals.some(({ condition: { operator, value }, holds }) => {
    if (holds || typeof value !== 'string') return false;
    if (operator === 'starts_with') return text.startsWith(value);
    if (operator === 'ends_with') return text.endsWith(value);
    return operator === 'contains' && text.includes(value);
  });
}

/** Whether a numeral with the demanded prefix can lie on this side of zero. */
function fitsSign(number: number, literals: readonly Literal[]): boolean {
  const start = longest(demandedTexts(literals, 'starts_with')).trimStart();
  if (start === '' || number === 0) return true;
  return start.startsWith('-') === number < 0;
}

function holdsFor(number: number, { operator, value }: Condition): boolean {
  const bound = numericValue(value);
  if (bound === undefined) return false;
  if (operator === 'gt') return number > bound;
  if (operator === 'gte') return number >= bound;
  return operator === 'lt' ? number < bound : number <= bound;
}

function padded(number: number, padding: string): string {
  return number < 0 ? `-${padding}${String(-number)}` : `${padding}${String(number)}`;
}

function around(numbers: readonly number[], literals: readonly Literal[]): string[] {
  if (!isOpenNumeral(literals)) return [];
  const prefix = longest(demandedTexts(literals, 'starts_with'));
  const suffix = longest(demandedTexts(literals, 'ends_with'));
  const parts = demandedTexts(literals, 'contains');
  const digits = Array.from({ length: 10 }, (_, digit) => String(digit));
  const zeros = [
    '0',
    '00',
    '000',
    '000000',
    '000000000000',
    '.',
    '.0',
    '0.',
    'e',
    'e1',
    'e9',
    'e-9',
    '-',
    '+',
  ];
  const middles = [
    '',
    ...parts,
    parts.join(''),
    parts.join('0'),
    ...digits,
    ...zeros,
    ...numbers.map(String),
  ];
  const twoParts = middles.flatMap(left => middles.map(right => left + right));
  return [...new Set(twoParts)].map(middle => `${prefix}${middle}${suffix}`);
}
