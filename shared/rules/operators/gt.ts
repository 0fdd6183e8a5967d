import { numericComparison } from './numeric-comparison.ts';

/** `gt`. */
export const gt = numericComparison({
  comparative: 'more than',
  symbol: '>',
  holds: (actual, value) => actual > value,
  range: above => ({ above }),
});
