import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CandidateType } from '../../../shared/model/ledger.ts';
import { bestFirst } from './best-first.ts';
import { toColumns } from './candidate-columns.ts';
import { fillBudget } from './fill-budget.ts';
import { newerFirst, type RankedItem, toRanking } from './rank-ledger.ts';

const item = (id: string, type: CandidateType, score: number, tokens: number, atMs = 0): RankedItem => {
  const entry = { scope: '', agent: '', tags: [], place: 0, isResolved: false, relatesTo: [] };
  // Ranking reads no more of a decision than of an entry here.
  const ranked = { ...entry, kind: 'entry', id, type, atMs, tokens } as const;
  return { item: ranked, at: 0, relevance: 0.5, score, isInScope: true };
};

const betterFirst = (left: RankedItem, right: RankedItem): number =>
  right.score - left.score || newerFirst(left.item, right.item);

/** The same without a thought for speed: sorts everything, and looks at everything. */
function fillSlowly(ranked: readonly RankedItem[], maxTokens: number): { ids: string[]; tokens: number } {
  const taken: RankedItem[] = [];
  const used = () => taken.reduce((sum, one) => sum + one.item.tokens, 0);
  const sorted = [...ranked].sort(betterFirst);
  for (const type of ['warning', 'need'])
    for (const one of sorted.filter(each => each.item.type === type)) {
      const room = taken.length === 0 ? maxTokens : Math.floor(maxTokens / 2) - used();
      if (one.item.tokens <= room) taken.push(one);
    }
  for (const one of sorted)
    if (!taken.includes(one) && one.item.tokens <= maxTokens - used()) taken.push(one);
  return { ids: taken.sort(betterFirst).map(({ item: { id } }) => id), tokens: used() };
}

const fill = (ranked: readonly RankedItem[], maxTokens: number) => {
  const items = ranked.map(one => one.item);
  const scores = Float64Array.from(ranked, ({ score }) => score);
  const ranking = toRanking(toColumns(items), scores, {
    tell: at => ranked[at] ?? item('none', 'finding', 0, 0),
    idAt: at => ranked[at]?.item.id ?? '',
  });
  const { taken, tokens } = fillBudget(ranking, maxTokens);
  return { ids: taken.map(({ item: { id } }) => id), tokens };
};

it.each<[string, RankedItem[], number, string[]]>([
  ['nothing without a budget', [item('a', 'finding', 1, 1)], 0, []],
  ['what fits exactly', [item('a', 'finding', 1, 10)], 10, ['a']],
  [
    'a later one where the better does not fit',
    [item('a', 'finding', 1, 11), item('b', 'finding', 0.5, 10)],
    10,
    ['b'],
  ],
  [
    'a warning before all that scores better, up to half the budget',
    [item('d', 'finding', 0.9, 6), item('w', 'warning', 0.1, 5), item('v', 'warning', 0.05, 4)],
    10,
    ['w', 'v'],
  ],
  [
    'the first warning although it needs all of the budget',
    [item('d', 'finding', 0.9, 6), item('w', 'warning', 0.1, 10)],
    10,
    ['w'],
  ],
  [
    'a need where no warning fits',
    [item('d', 'finding', 0.9, 6), item('w', 'warning', 0.1, 11), item('n', 'need', 0.1, 9)],
    10,
    ['n'],
  ],
  [
    'a need in what warnings leave of the half',
    [
      item('w', 'warning', 0.1, 3),
      item('n', 'need', 0.2, 3),
      item('o', 'need', 0.1, 2),
      item('d', 'finding', 0.9, 4),
    ],
    10,
    ['d', 'o', 'w'],
  ],
  [
    'newer ones first, then by id, where scores are equal',
    [item('b', 'finding', 0.5, 5), item('c', 'finding', 0.5, 5, 1), item('a', 'finding', 0.5, 5)],
    10,
    ['c', 'a'],
  ],
])('takes %s', (_, ranked, maxTokens, expected) => {
  expect(fill(ranked, maxTokens).ids).toEqual(expected);
});

const anyItems = fc
  .array(
    fc.record({
      type: fc.constantFrom<CandidateType>('decision', 'need', 'finding', 'warning', 'question'),
      score: fc.integer({ min: 0, max: 20 }).map(score => score / 20),
      tokens: fc.integer({ min: 1, max: 60 }),
      atMs: fc.integer({ min: 0, max: 3 }),
    }),
    { maxLength: 300 },
  )
  .map(list =>
    list.map(({ type, score, tokens, atMs }, at) =>
      item(String(at).padStart(3, '0'), type, score, tokens, atMs),
    ),
  );

it('is what the plain way gives, never beyond the budget, in order of score', () => {
  fc.assert(
    fc.property(anyItems, fc.integer({ min: 0, max: 1500 }), (ranked, maxTokens) => {
      const filled = fill(ranked, maxTokens);
      expect(filled).toEqual(fillSlowly(ranked, maxTokens));
      expect(filled.tokens).toBeLessThanOrEqual(maxTokens);
    }),
  );
});

it('parts the best from the others', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 9 })),
      fc.integer({ min: 1, max: 20 }),
      (numbers, count) => {
        const scores = Float64Array.from(numbers);
        const compare = (left: number, right: number) => (scores[right] ?? 0) - (scores[left] ?? 0);
        const { best, others } = bestFirst([...numbers.keys()], count, scores, compare);
        const sorted = numbers.toSorted((left, right) => right - left);
        expect(best.map(place => numbers[place])).toEqual(sorted.slice(0, best.length));
        expect([...best, ...others].sort((left, right) => left - right)).toEqual([...numbers.keys()]);
        expect(best.length).toBeGreaterThanOrEqual(Math.min(count, numbers.length));
        const least = numbers[best.at(-1) ?? 0] ?? 0;
        expect(others.every(place => (numbers[place] ?? 0) < least)).toBe(true);
      },
    ),
  );
});
