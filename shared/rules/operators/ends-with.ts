import { textComparison } from './text-comparison.ts';

/** `ends_with`: case-sensitive suffix, by UTF-16 code unit. */
export const endsWith = textComparison({
  label: 'ends with',
  symbol: 'ends with',
  verb: 'end with',
  alias: 'endsWith',
  holds: (actual, value) => actual.endsWith(value),
  domain: text => ({ kind: 'ends', text }),
});
