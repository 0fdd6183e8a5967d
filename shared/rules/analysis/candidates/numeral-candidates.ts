import type { Domain } from '../../operators/operator-kind.ts';
import { isInRange } from '../../range.ts';
import { demandedTexts, type Literal, partOf } from '../literal.ts';
import { numberCandidates } from './number-candidates.ts';
import { canonicalText, longest, textsOf } from './text-candidates.ts';

/**
 * Texts that read as these numbers: plain, and padded with more zeros than any constant is long,
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
  const shapes = literals.flatMap(({ domain, holds }) =>
    isShape(domain) ? [{ holds, part: partOf(domain) }] : [],
  );
  // What is demanded makes it a number, so that a denied comparison bounds it as well.
  const ranges = literals.flatMap(({ domain, holds }) =>
    domain?.kind === 'range' ? [{ holds, domain }] : [],
  );
  if (!ranges.some(({ holds }) => holds) || !shapes.some(({ part }) => part !== '')) return false;
  const demanded = shapes.filter(({ holds }) => holds);
  const canBeNumeral = demanded.every(({ part }) => typeof part === 'string' && numeralText.test(part));
  if (deniesWhatIsDemanded(literals)) return false;
  const inRanges = numberCandidates(literals).filter(number =>
    ranges.every(({ domain, holds }) => isInRange(number, domain) === holds),
  );
  return canBeNumeral && inRanges.some(number => fitsSign(number, literals));
}

const numeralText = /^[\s+\-.0-9eE]*$/;

type Shape = Extract<Domain, { kind: 'starts' | 'ends' | 'holds' }>;
const isShape = (domain: Domain | undefined): domain is Shape =>
  domain?.kind === 'starts' || domain?.kind === 'ends' || domain?.kind === 'holds';

/** A denied prefix, suffix or substring that every text of the demanded shape has. */
function deniesWhatIsDemanded(literals: readonly Literal[]): boolean {
  const text = canonicalText(literals);
  return literals.some(({ domain, holds }) => {
    if (holds) return false;
    if (domain?.kind === 'starts') return text.startsWith(domain.text);
    if (domain?.kind === 'ends') return text.endsWith(domain.text);
    return domain?.kind === 'holds' && typeof domain.value === 'string' && text.includes(domain.value);
  });
}

/** Whether a numeral with the demanded prefix can lie on this side of zero. */
function fitsSign(number: number, literals: readonly Literal[]): boolean {
  const start = longest(demandedTexts(literals, 'starts')).trimStart();
  if (start === '' || number === 0) return true;
  return start.startsWith('-') === number < 0;
}

function padded(number: number, padding: string): string {
  return number < 0 ? `-${padding}${String(-number)}` : `${padding}${String(number)}`;
}

function around(numbers: readonly number[], literals: readonly Literal[]): string[] {
  if (!isOpenNumeral(literals)) return [];
  const prefix = longest(demandedTexts(literals, 'starts'));
  const suffix = longest(demandedTexts(literals, 'ends'));
  const parts = demandedTexts(literals, 'holds');
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
