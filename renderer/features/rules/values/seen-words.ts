import type { SeenPlace } from '../../../../shared/rules/evaluation/seen-values.ts';
import type { Text } from '../../../../shared/texts/texts.ts';
import { t } from '../../../texts/texts.ts';

const counts = {
  sample: '{count} {count|sample|samples}',
  recording: '{count} {count|recorded request|recorded requests}',
  rule: '{count} {count|rule|rules}',
  memory: '{count} {count|memory|memories}',
  contract: '{count} {count|contract|contracts}',
} as const satisfies Record<SeenPlace['kind'], Text>;
const named = {
  sample: 'sample “{name}”',
  rule: 'rule “{name}”',
  memory: 'memory “{name}”',
  contract: 'contract “{name}”',
} as const satisfies Record<Exclude<SeenPlace['kind'], 'recording'>, Text>;

/** Where a value was seen: the one place by its name, of several kinds how many of each. */
export function seenWords(places: readonly SeenPlace[]): string {
  const [first] = places;
  if (!first) return '';
  const { kind: only, name } = first;
  if (places.length === 1 && only !== 'recording') return t(named[only], { name });
  const kinds = [...new Set(places.map(({ kind }) => kind))];
  return kinds
    .map(kind => t(counts[kind], { count: places.filter(place => place.kind === kind).length }))
    .join(', ');
}
