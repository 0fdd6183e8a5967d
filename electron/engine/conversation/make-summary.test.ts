import { expect, it } from 'vitest';
import { neverCancelled } from '../../../test/support/engine-world.ts';
import { makeSummary } from './make-summary.ts';
import type { CompactionKey, KeptSummary, PlanWork } from './plan-work.ts';
import type { Summarizer } from './summarizer.ts';
import type { TextCounter } from './text-counter.ts';

const counterOf = (estimator: TextCounter['estimator'], tokensOf: (text: string) => number): TextCounter => ({
  estimator,
  all: async texts => texts.map(tokensOf),
  one: async text => tokensOf(text),
});
/** Headings count the same by both, so that the summaries have one key. */
const coarse = counterOf('chars4', text => text.split(/\s+/).filter(Boolean).length);
const fine = counterOf(
  'o200k_base',
  text => text.split(/\s+/).filter(Boolean).length + (text.match(/量/g)?.length ?? 0),
);

it('a summary that was kept is made anew where another tokenizer counts it over its part', async () => {
  const kept = new Map<string, KeptSummary>();
  let calls = 0;
  const summarizer: Summarizer = {
    id: 's',
    async summarize() {
      calls += 1;
      return '量 '.repeat(60);
    },
    condense: async () => '',
    arc: async () => '',
    fallbacks: () => 0,
    warnings: () => [],
  };
  const messages = [{ id: 'm0', index: 0, role: 'user', parts: 'a' }];
  const compactions = {
    find: (key: CompactionKey) => kept.get(JSON.stringify(key)),
    keep: (key: CompactionKey, made: KeptSummary) => void kept.set(JSON.stringify(key), made),
  };
  const made = async (counter: TextCounter) => {
    const work: PlanWork = {
      ...{ messages, scores: [1], sizes: [1], counter, summarizer, compactions },
      cancel: neverCancelled,
    };
    const { tokens = 0, cached } = (await makeSummary(work, { from: 0, to: 0, level: 1, most: 50 })) ?? {};
    return { fits: tokens <= 50, cached };
  };
  expect(await made(coarse)).toEqual({ fits: true, cached: false });
  expect(await made(coarse)).toEqual({ fits: true, cached: true });
  expect(await made(fine)).toEqual({ fits: true, cached: false });
  // What fits by both is kept for both.
  expect([await made(fine), await made(coarse)]).toEqual(Array(2).fill({ fits: true, cached: true }));
  expect([kept.size, calls]).toEqual([1, 2]);
});
