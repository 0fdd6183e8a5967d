import { nounOf, t } from '../texts/texts.ts';
import type { Naming } from './dialogs.ts';

const words = {
  engine: [t('engine'), count => nounOf(count, 'engine')],
  memory: [t('memory'), count => nounOf(count, 'memory', 'memories')],
  sample: [t('sample'), count => nounOf(count, 'sample')],
  test: [t('test'), count => nounOf(count, 'test')],
  contract: [t('contract'), count => nounOf(count, 'contract')],
} as const satisfies Record<Naming['kind'], readonly [one: string, noun: (count: number) => string]>;

/** `3 tests, 1 contract` */
export function countsOfKinds(named: readonly Naming[]): string {
  const kinds = [...new Set(named.map(({ kind }) => kind))];
  return kinds
    .map(kind => {
      const count = named.filter(one => one.kind === kind).length;
      return `${count} ${words[kind][1](count)}`;
    })
    .join(', ');
}

/** Each with what it is, for the list of a question. */
export const usesWithKinds = (
  named: readonly Naming[],
): { readonly key: string; readonly name: string; readonly what: string }[] =>
  named.map(({ kind, id, name }) => ({ key: `${kind}/${id}`, name, what: words[kind][0] }));
