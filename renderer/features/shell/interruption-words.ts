import type { Draft } from '../../stores/drafts.ts';
import { locale, t } from '../../texts/texts.ts';
import { formatCounted } from '../../ui/format-number.ts';

const mostNamed = 3;

/** Names in a line; more than three are counted. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).map(name => `“${name}”`);
  const rest = names.length - shown.length;
  if (rest > 0) return t('{shown} and {rest} more', { shown: shown.join(', '), rest });
  return [shown.slice(0, -1).join(', '), ...shown.slice(-1)].filter(Boolean).join(t(' and '));
}

/** What a closed window left, and when it was edited last. */
export function leftInWords({ documents, at }: Pick<Draft, 'documents' | 'at'>): string {
  const unsaved = documents.filter(({ saved, value }) => JSON.stringify(saved) !== JSON.stringify(value));
  const names = listed(unsaved.map(({ id }) => id));
  const count = formatCounted(unsaved.length, 'file');
  if (at === undefined) return `${count}: ${names}.`;
  return t('{count}, last edited {value}: {names}.', {
    count,
    value: new Date(at).toLocaleString(locale),
    names,
  });
}
