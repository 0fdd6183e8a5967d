import { numericComparison } from './numeric-comparison.ts';

/** R4 `lte`. */
export const lte = numericComparison('at most', (actual, value) => actual <= value);
