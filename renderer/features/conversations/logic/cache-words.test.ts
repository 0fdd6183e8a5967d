import { expect, it } from 'vitest';
import { brokenWords, costWords, lostWords, nameOfPart } from './cache-words.ts';

it('tells what broke a cache by the names that the studio uses', () => {
  expect(
    brokenWords({ by: 'changed', what: 'L0_identity', why: 'L0_identity is another, by memory:who.' }),
  ).toBe('Identity (L0) is another, by memory:who.');
  expect(brokenWords(null)).toBe('All of the prompt before was kept.');
  expect(['recall', 'summary 1-40', 'messages'].map(nameOfPart)).toEqual([
    'Earlier messages for the question',
    'Summary 1-40',
    'Messages',
  ]);
});

it('tells what is lost and what it costs, and where neither is known', () => {
  expect(costWords({ model: 'sonnet', cached: 0.00123, uncached: 0.5 })).toBe(
    '$0.0012 instead of $0.50 (sonnet)',
  );
  expect(costWords(null)).toBe('No price is known');
  const cache = {
    prefix: 'stable',
    previous_tokens: 3000,
    kept_tokens: 2900,
    kept_messages: 3,
    new_tokens: 50,
    invalidated_tokens: 100,
    invalidated: [],
    broken: null,
    breakpoints: [],
    cost: null,
  } as const;
  const more = { ...cache, invalidated: [], breakpoints: [] };
  expect(lostWords(more)).toBe('100 of 3,000 tokens');
  expect(lostWords({ ...more, invalidated_tokens: 0 })).toBe('Nothing');
  expect(lostWords({ ...more, previous_tokens: null })).toBe('Nothing was sent before');
});
