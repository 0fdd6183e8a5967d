import { expect, it } from 'vitest';
import { costOf, publishedPrices } from './token-prices.ts';

it('what a cache holds costs a tenth, and what it takes in a quarter more', () => {
  expect(costOf(publishedPrices, 'claude-sonnet-4-5', 1_000_000, 0)).toEqual({
    model: 'sonnet',
    cached: expect.closeTo(0.3),
    uncached: 3,
  });
  expect(costOf(publishedPrices, 'claude-opus-4-5', 0, 100_000)?.cached).toBeCloseTo(0.625);
});

it('the longest name in a model id counts, the first where none is asked for, and nothing is guessed', () => {
  const prices = { gpt: { input: 1 }, 'gpt-5-mini': { input: 0.25, cached_read: 0.5, cache_write: 1 } };
  expect(costOf(prices, 'openai/GPT-5-mini', 1_000_000, 1_000_000)).toEqual({
    model: 'gpt-5-mini',
    cached: 0.375,
    uncached: 0.5,
  });
  expect(costOf(prices, undefined, 0, 0)?.model).toBe('gpt');
  expect([costOf(prices, 'llama', 1, 1), costOf({}, undefined, 1, 1)]).toEqual([null, null]);
});
