import { t } from '../texts/texts.ts';

const mostNamed = 3;

/** Names in a line; more than three are counted. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).map(name => `“${name}”`);
  const rest = names.length - shown.length;
  if (rest > 0) return t('{shown} and {rest} more', { shown: shown.join(', '), rest });
  return [shown.slice(0, -1).join(', '), ...shown.slice(-1)].filter(Boolean).join(t(' and '));
}
