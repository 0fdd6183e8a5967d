import { expect, it } from 'vitest';
import { numericValue } from './numeric-value.ts';

it.each([
  [5, 5],
  ['5', 5],
  [' 7 ', 7],
  ['+1', 1],
  ['-.5', -0.5],
  ['5.', 5],
  ['1e3', 1000],
  ['1e999', undefined],
  [Number.POSITIVE_INFINITY, undefined],
  ['', undefined],
  ['0x10', undefined],
  ['1_000', undefined],
  ['5 apples', undefined],
  [true, undefined],
  [null, undefined],
  [[5], undefined],
])('the numeric value of %j is %j', (value, number) => {
  expect(numericValue(value)).toBe(number);
});
