import { expect, it } from 'vitest';
import type { Operator } from '../../../../shared/rules/operators.ts';
import { formatActual, formatConstant, formatValue, withoutCode } from './format-value.ts';

it.each([
  ['planning', 'planning'],
  ['5', '"5"'],
  [5, '5'],
  ['true', '"true"'],
  ['', '""'],
  ['a\n b', 'a b'],
  [[1, 'x'], '[1,"x"]'],
  [null, 'null'],
  [undefined, 'missing'],
] as [unknown, string][])('writes %j as %s', (value, expected) => {
  expect(formatValue(value)).toBe(expected);
});

it('shows null in a sample as missing', () => {
  expect([formatActual(null), formatActual(undefined), formatActual('missing')]).toEqual([
    'missing',
    'missing',
    '"missing"',
  ]);
});

it.each([
  ['exists', 'left over', ''],
  ['in', ['developer', '5', 5], 'developer, "5", 5'],
  ['in', [], 'nothing'],
  ['in', 'developer', 'developer'],
  ['eq', undefined, 'null'],
] as [Operator, unknown, string][])('writes the constant of %s %j as %s', (operator, value, expected) => {
  expect(formatConstant(operator, value)).toBe(expected);
});

it.each([
  ['too_long: the pattern has 1,001 characters', 'The pattern has 1,001 characters'],
  ['phase is "planning", not "review"', 'Phase is "planning", not "review"'],
  ['phase: x', 'Phase: x'],
])('says %s as a sentence', (reason, sentence) => {
  expect(withoutCode(reason)).toBe(sentence);
});
