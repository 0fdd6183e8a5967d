import { numericComparison } from './numeric-comparison.ts';

/** `lte`. */
export const lte = numericComparison({
  comparative: 'at most',
  symbol: '≤',
  holds: (actual, value) => actual <= value,
  range: upTo => ({ upTo }),
});
