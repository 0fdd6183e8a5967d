import { numericComparison } from './numeric-comparison.ts';

/** `gte`. */
export const gte = numericComparison({
  comparative: 'at least',
  symbol: '≥',
  holds: (actual, value) => actual >= value,
  range: from => ({ from }),
});
