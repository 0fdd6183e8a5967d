import { textComparison } from './text-comparison.ts';

/** `starts_with`: case-sensitive prefix, by UTF-16 code unit. */
export const startsWith = textComparison({
  label: 'starts with',
  symbol: 'starts with',
  verb: 'start with',
  alias: 'startsWith',
  holds: (actual, value) => actual.startsWith(value),
  domain: text => ({ kind: 'starts', text }),
});
