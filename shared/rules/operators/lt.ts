import { numericComparison } from './numeric-comparison.ts';

/** `lt`. */
export const lt = numericComparison({
  comparative: 'less than',
  symbol: '<',
  holds: (actual, value) => actual < value,
  range: below => ({ below }),
});
