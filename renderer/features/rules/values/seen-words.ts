import type { SeenPlace } from '../../../../shared/rules/evaluation/seen-values.ts';

const nouns = {
  sample: ['sample', 'samples'],
  recording: ['recorded request', 'recorded requests'],
  rule: ['rule', 'rules'],
  memory: ['memory', 'memories'],
  contract: ['contract', 'contracts'],
} as const satisfies Record<SeenPlace['kind'], readonly [string, string]>;

/** Where a value was seen: the one place by its name, of several kinds how many of each. */
export function seenWords(places: readonly SeenPlace[]): string {
  const [first] = places;
  if (!first) return '';
  if (places.length === 1 && first.kind !== 'recording') return `${nouns[first.kind][0]} “${first.name}”`;
  const kinds = [...new Set(places.map(({ kind }) => kind))];
  return kinds
    .map(kind => {
      const count = places.filter(place => place.kind === kind).length;
      return `${count} ${nouns[kind][count === 1 ? 0 : 1]}`;
    })
    .join(', ');
}
