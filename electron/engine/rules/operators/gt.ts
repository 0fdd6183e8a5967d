import { numericComparison } from './numeric-comparison.ts';

/** R4 `gt`. */
export const gt = numericComparison('more than', (actual, value) => actual > value);
