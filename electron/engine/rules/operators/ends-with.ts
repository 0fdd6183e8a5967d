import { textComparison } from './text-comparison.ts';

/** R4 `ends_with`: case-sensitive suffix, by UTF-16 code unit. */
export const endsWith = textComparison('end with', (actual, value) => actual.endsWith(value));
