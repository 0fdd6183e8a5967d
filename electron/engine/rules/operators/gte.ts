import { numericComparison } from './numeric-comparison.ts';

/** R4 `gte`. */
export const gte = numericComparison('at least', (actual, value) => actual >= value);
