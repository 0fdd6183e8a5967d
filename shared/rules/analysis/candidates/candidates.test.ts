import { describe, expect, it } from 'vitest';
import type { Condition } from '../../../model/rule.ts';
import { createRegexCache } from '../../evaluation/regex-cache.ts';
import { demand, denial, type Literal } from '../literal.ts';
import { solveField } from '../solve-field.ts';
import { numberCandidates } from './number-candidates.ts';
import { isOpenNumeral, numeralCandidates } from './numeral-candidates.ts';
import { canonicalText, freshCharacter, friendlyTexts, longest, textsOf } from './text-candidates.ts';

const field = 'addVar.p';
const is = (operator: Condition['operator'], value?: unknown): Literal => demand({ field, operator, value });
const not = (operator: Condition['operator'], value?: unknown): Literal => denial({ field, operator, value });

describe('a fresh character', () => {
  it('is in none of the texts, the first that reads well', () => {
    expect(freshCharacter([])).toBe('~');
    expect(freshCharacter(['a~', '§'])).toBe('·');
    expect(freshCharacter(['~·', '§'])).toBe('¤');
    expect(freshCharacter(['~·§¤¬†‡¶'])).toBe('一');
    expect(freshCharacter(['~·§¤', '¬†‡¶', 'x一', '丁'])).toBe('丂');
  });
});

describe('numbers', () => {
  it.each<[unknown[], number[]]>([
    [[], [0, -1, 1]],
    [
      ['a', true, null],
      [0, -1, 1],
    ],
    [
      [0, 0],
      [0, -1, 1],
    ],
    [
      [5, 2],
      [0, 2, 5, 1, 3, -1, 6],
    ],
    [
      [' 2 ', 2],
      [0, 2, 1, -1, 3],
    ],
    [
      [2.2, 2.5],
      [0, 2.2, 2.5, 1, 2.35, -1, 3],
    ],
    [[-1.5], [-1.5, 0, -1, -2, 1]],
    [[Number.MIN_VALUE], [0, Number.MIN_VALUE, -1, 1]],
    [[1e300], [0, 1e300, 1, -1, 2e300]],
    [[-1e300], [-1e300, 0, -1e300 / 2, -2e300, 1]],
    [[1.5e308], [0, 1.5e308, 1, -1, Number.MAX_VALUE]],
    [[Number.MAX_VALUE], [0, Number.MAX_VALUE, 1, -1]],
    [[-Number.MAX_VALUE], [-Number.MAX_VALUE, 0, -Number.MAX_VALUE / 2, 1]],
  ])('of %j are these, one in each gap and one beyond each end', (constants, numbers) => {
    const found = numberCandidates(constants.map(value => is('eq', value)));
    expect(found).toEqual(numbers.map(number => expect.closeTo(number, 10)));
  });
});

describe('texts', () => {
  const shaped = [
    is('starts_with', 'a'),
    is('starts_with', 'ab'),
    is('contains', 'mid'),
    is('ends_with', 'yz'),
  ];

  it('have all that is demanded, set apart by what no constant has', () => {
    expect(canonicalText(shaped)).toBe('ab~mid~yz');
    expect(canonicalText([...shaped, is('contains', '~')])).toBe('ab·mid·~·yz');
    expect(canonicalText([...shaped, not('contains', 'no'), not('starts_with', 'abc')])).toBe('ab~mid~yz');
    expect(canonicalText([is('eq', '~')])).toBe('·');
  });

  it('that read well come first', () => {
    expect(friendlyTexts([...shaped, is('contains', 'end')])).toEqual([
      'mid end',
      'ab',
      'yz',
      'abyz',
      'abmid endyz',
      'abmid end',
      'mid endyz',
    ]);
  });

  it('are the constants that are texts, also those in lists; of them the longest, of these the first', () => {
    expect(textsOf([is('in', ['a', 1, 'bc']), not('eq', 'de'), is('gt', 5), is('eq', ['no'])])).toEqual([
      'a',
      'bc',
      'de',
    ]);
    expect([longest(['a', 'bc', 'de']), longest([])]).toEqual(['bc', '']);
  });
});

describe('numerals', () => {
  it('are plain, with a blank, and padded with more zeros than a constant is long', () => {
    expect(numeralCandidates([3, -2, 0.5], [])).toEqual([
      ...['3', '03', ' 3'],
      ...['-2', '-02', ' -2'],
      ...['0.5', '00.5', ' 0.5'],
    ]);
    expect(numeralCandidates([3, -2], [is('neq', '003')])).toEqual([
      ...['3', '00003', ' 3'],
      ...['-2', '-00002', ' -2'],
    ]);
  });

  it.each<[string, boolean, Literal[]]>([
    ['a prefix and a bound', true, [is('starts_with', '1'), is('gt', 5)]],
    ['a suffix and a bound', true, [is('ends_with', '.5'), is('lt', 5)]],
    ['a part and a bound', true, [is('contains', 'e9'), is('gte', 5)]],
    ['no bound', false, [is('starts_with', '1')]],
    ['a bound that is only denied', false, [is('starts_with', '1'), not('gt', 5)]],
    ['a bound that is denied beside another', true, [is('starts_with', '1'), is('gt', 5), not('gte', 9)]],
    ['no shape', false, [is('gt', 5)]],
    ['an empty shape', false, [is('starts_with', ''), is('gt', 5)]],
    ['a shape that is denied', true, [not('starts_with', '1'), is('gt', 5)]],
    ['letters', false, [is('starts_with', 'a'), is('gt', 5)]],
    ['letters among digits', false, [is('contains', '1x'), is('gt', 5)]],
    ['an element of a list', false, [is('contains', 5), is('gt', 5)]],
    ['a minus and a number above zero', false, [is('starts_with', '-'), is('gt', 5)]],
    ['a minus and a number below zero', true, [is('starts_with', ' -1'), is('lt', -5)]],
    ['a digit and a number below zero', false, [is('starts_with', '1'), is('lt', -5)]],
    ['a digit and zero', true, [is('starts_with', '0'), is('gte', 0), is('lte', 0)]],
    ['a blank and a number below zero', true, [is('starts_with', ' '), is('lt', -5)]],
    ['no number between the bounds', false, [is('starts_with', '1'), is('gt', 5), is('lt', 3)]],
    ['a prefix that is denied', false, [is('starts_with', '12'), not('starts_with', '1'), is('gt', 5)]],
    ['a suffix that is denied', false, [is('ends_with', '12'), not('ends_with', '2'), is('gt', 5)]],
    ['a part that is denied', false, [is('contains', '12'), not('contains', '1'), is('gt', 5)]],
    ['another prefix denied', true, [is('starts_with', '12'), not('starts_with', '2'), is('gt', 5)]],
    ['another suffix denied', true, [is('ends_with', '12'), not('ends_with', '1'), is('gt', 5)]],
    ['another part denied', true, [is('contains', '12'), not('contains', '3'), is('gt', 5)]],
    [
      'an element denied that reads as the shape',
      true,
      [is('starts_with', '5'), not('contains', 5), is('gt', 5)],
    ],
    ['a minus and zero', true, [is('starts_with', '-'), is('gte', 0), is('lte', 0)]],
    ['every text denied', false, [not('starts_with', '1'), not('contains', ''), is('gt', 5)]],
    ['an element denied', true, [is('contains', '12'), not('contains', 3), is('gt', 5)]],
  ])('with %s are left open: %s', (_what, isOpen, literals) => {
    expect(isOpenNumeral(literals)).toBe(isOpen);
  });

  it.each<Literal[][]>([
    [[is('starts_with', '1'), is('gt', 50)]],
    [[is('starts_with', '12'), is('lt', 1.25)]],
    [[is('ends_with', '7'), is('gt', 100)]],
    [[is('contains', '99'), is('lt', 1)]],
    [[is('starts_with', '-'), is('ends_with', '3'), is('lt', -1000)]],
    [[is('starts_with', '0'), is('gt', 2.2), is('lt', 2.3)]],
    [[is('starts_with', '5'), is('ends_with', '5'), is('contains', '0'), is('gt', 5)]],
    [[is('ends_with', '1'), is('gt', 1e9)]],
    [[is('starts_with', '1'), is('lt', 1e-5), is('gt', 0)]],
  ])('of a shape are found where few more characters make one: %#', literals => {
    expect(solveField(field, literals, createRegexCache()).kind).toBe('found');
    expect(isOpenNumeral(literals)).toBe(true);
  });
});
