import { expect, it } from 'vitest';
import { arcSilence } from './arc-silence.ts';
import { filterList, foundFirst } from './filter-list.ts';
import { ratioWords, strategyName, summaryName } from './plan-words.ts';
import { areFactsValid, spokenOf } from './profile-words.ts';

it.each([
  [6.234, '1 : 6.2'],
  [0.7, '1 : 0.7'],
  [null, ''],
])('the ratio %s reads %j', (ratio, words) => {
  expect(ratioWords(ratio)).toBe(words);
});

it('names strategies and levels of summaries', () => {
  expect(['full', 'multi_level'].map(name => strategyName(name as 'full' | 'multi_level'))).toEqual([
    'full',
    'multi-level',
  ]); // two of the four names
  expect([1, 2, 3].map(summaryName)).toEqual(['Summary', 'Summary of summaries', 'Oldest, in brief']);
});

it.each([
  ['full', 900, /shown/],
  ['compacted', 99, /got 99 tokens/],
  ['compacted', 100, /Nothing of the conversation/],
] as const)('says why there is no arc: %s with %d tokens', (strategy, given, words) => {
  expect(arcSilence(strategy, given)).toMatch(words);
});

it.each([
  ['', ['Login loop', 'Logout page']],
  ['log PAGE', ['Logout page']],
  ['x', []],
])('the search %j leaves %j', (search, left) => {
  expect(filterList(['Login loop', 'Logout page'], search, text => [text])).toEqual(left);
});

it('puts what was found first and keeps the order of the rest', () => {
  expect(foundFirst([5, 2, 4, 1], number => number < 3)).toEqual([2, 1, 5, 4]);
});

it('tells how often somebody is spoken of, and allows no empty fact', () => {
  expect(spokenOf({ mentions: 1 })).toEqual(['1 mention']);
  expect([[], [{ text: 'x', confidence: 1 }], [{ text: ' ', confidence: 1 }]].map(areFactsValid)).toEqual([
    true,
    true,
    false,
  ]);
});
