import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LedgerRecord } from '../../../shared/model/ledger.ts';
import { createLedgerIndex, type LedgerIndex } from './ledger-index.ts';
import { middleOf } from './middle-of.ts';
import { createWordIndex } from './word-index.ts';

const found = (texts: readonly string[], query: string): number[] => {
  const index = createWordIndex();
  for (const text of texts) index.add(text);
  const scores = [...index.search(query).entries()].filter(([, score]) => score > 0);
  return scores.sort(([, left], [, right]) => right - left).map(([place]) => place);
};

it.each<[string, string[], string, number[]]>([
  ['rare words before common ones', ['cache a', 'cache b', 'redis c'], 'cache redis', [2, 0, 1]],
  ['shorter texts', ['cache and a good deal of other words', 'cache'], 'cache', [1, 0]],
  ['texts that repeat a word', ['cache of ours', 'cache cache cache'], 'cache', [1, 0]],
  [
    'other endings of a word',
    ['storing sessions', 'a store', 'it stores', 'stored', 'nothing'],
    'Stores',
    [3, 0, 1, 2],
  ],
  ['plurals in -ies', ['a query', 'nothing'], 'queries', [0]],
  ['words with marks over letters', ['ein Café', 'nothing'], 'cafe', [0]],
  ['words in other scripts', ['セッション を保つ', 'nothing'], 'セッション', [0]],
  ['stop words where there is nothing else', ['to be or not', 'nothing'], 'to be', [0]],
  ['nothing for stop words beside others', ['to be or not', 'cache'], 'to cache', [1]],
  ['nothing for nothing', ['a'], '', []],
])('finds %s', (_, texts, query, expected) => {
  expect(found(texts, query)).toEqual(expected);
});

it.each([
  ['file', 'files', 'filed', 'filing'],
  ['note', 'notes'],
  ['theme', 'themes'],
  ['copy', 'copies', 'copied'],
  ['play', 'plays', 'played'],
  ['deploy', 'deploys', 'deployed'],
  ['key', 'keys'],
  ['class', 'classes'],
  ['test', 'tests', 'tested'],
  ['pass', 'passes', 'passed'],
])('finds the forms of a word by each of them, and no stop word: %s, %s', (...forms) => {
  const texts = ['not them', ...forms, 'nothing'];
  for (const form of forms) expect(found(texts, form).toSorted()).toEqual(forms.map((_, at) => at + 1));
});

const indexOf = (summaries: readonly string[]): LedgerIndex =>
  createLedgerIndex(
    summaries.map((summary, at): LedgerRecord => {
      const entry = { id: `${at}`, timestamp: '2026-01-01', entry_type: 'finding', summary } as const;
      return { kind: 'entry', entry };
    }),
  );

it('relevance is s / (s + k), with k the median of the hits that are accepted', () => {
  const index = indexOf(['cache cache cache', 'cache and one', 'other', 'cache and two more', 'cache']);
  const relevance = index.search('caches', place => place !== 4);
  const found = [...index.entries()].map(item => relevance.of(item));
  expect(found[1]).toBe(0.5);
  expect([found[2], found[4]]).toEqual([0, 0]);
  expect((found[0] ?? 0) > 0.5 && (found[3] ?? 1) < 0.5).toBe(true);
  expect([...relevance.hits()].map(({ id }) => id)).toEqual(['0', '1', '3']);
  const best = (count: number, least: number, wants = (_: number) => true) =>
    relevance.best(count, least, wants, () => 0).map(({ id }) => id);
  expect([best(9, 0), best(2, 0), best(9, 0.5), best(9, 0.99), best(9, 0, place => place > 0)]).toEqual([
    ['0', '1', '3'],
    ['0', '1'],
    ['0', '1'],
    [],
    ['1', '3'],
  ]);
});

it('words or meaning, whichever says more; the median stays that of the words, and little meaning is no hit', () => {
  const index = indexOf(['cache cache cache', 'cache', 'bread', 'ocean', 'sun', 'moon']);
  const accepts = (place: number) => place !== 3;
  const plain = index.search('cache', accepts);
  const [more, less] = [plain.at(0), plain.at(1)];
  // The last has no vector yet.
  const meaning = Float32Array.from([0.25, 0.75, 0.5, 1, 0.25]);
  const joined = index.search('cache', accepts, { meaning });
  expect([...index.entries()].map(item => joined.of(item))).toEqual([more, 0.75, 0.5, 0, 0, 0]);
  expect(less < 0.5 && more > 0.5).toBe(true);
  expect([...joined.hits()].map(({ id }) => id)).toEqual(['0', '1', '2']);
});

it('the median is what sorting finds', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1 }), numbers => {
      const sorted = numbers.toSorted((left, right) => left - right);
      const at = (place: number) => sorted[place] ?? Number.NaN;
      const expected = (at(numbers.length >> 1) + at((numbers.length - 1) >> 1)) / 2;
      expect(middleOf(Float64Array.from(numbers))).toBe(expected);
    }),
  );
  expect(middleOf(new Float64Array())).toBe(0);
});
