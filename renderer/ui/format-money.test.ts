import { expect, it } from 'vitest';
import { formatMoney } from './format-money.ts';

it.each([
  [0, '$0.00'],
  [0.00123, '$0.0012'],
  [0.0999, '$0.0999'],
  [0.1, '$0.10'],
  [0.165, '$0.17'],
  [1234.5, '$1,234.50'],
])('%d is told as %s', (amount, told) => {
  expect(formatMoney(amount)).toBe(told);
});
