import { numericComparison } from './numeric-comparison.ts';

/** R4 `lt`. */
export const lt = numericComparison('less than', (actual, value) => actual < value);
