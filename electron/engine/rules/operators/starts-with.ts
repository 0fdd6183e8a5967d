import { textComparison } from './text-comparison.ts';

/** R4 `starts_with`: case-sensitive prefix, by UTF-16 code unit. */
export const startsWith = textComparison('start with', (actual, value) => actual.startsWith(value));
