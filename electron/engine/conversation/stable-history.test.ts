import { expect, it } from 'vitest';
import { longTalk, planWork } from '../../../test/support/conversations.ts';
import { coverageOf } from './history-blocks.ts';
import { describeFrozen, stepDown, toldBlocks, unfrozen } from './stable-history.ts';

const room = { lowTokens: 300, toldTokens: 240, aloneTokens: 900 };

it('a step leaves the newest, and summaries that were there keep their bytes until they are told as one', async () => {
  const talk = longTalk(400);
  let frozen = unfrozen;
  let kept = 0;
  let joined = 0;
  for (const count of [80, 130, 180, 230, 280, 330, 380]) {
    const work = await planWork(talk.slice(0, count));
    const next = await stepDown(work, frozen, 'compacted', room);
    expect(next.from).toBeGreaterThan(frozen.from);
    // Each message before the first that is shown is told once, or behind a marker.
    const ranges = next.told.map(({ from, to }) => [from, to]);
    expect(ranges.flat()).toEqual(ranges.flat().toSorted((one, other) => one - other));
    expect(toldBlocks(next).reduce((sum, { text }) => sum + Math.ceil(text.length / 4) + 1, 0)).toBeLessThan(
      300,
    );
    const isKept = frozen.told.every((summary, at) => next.told[at]?.text === summary.text);
    if (isKept) kept += 1;
    else joined += 1;
    const coverage = coverageOf(describeFrozen(next, count, []).states);
    expect(coverage.fullMessages + coverage.summarizedMessages + coverage.droppedMessages).toBe(count);
    expect(coverage.fullMessages).toBe(count - next.from);
    frozen = next;
  }
  expect([kept > joined, joined > 0]).toEqual([true, true]);
});

it('where the newest message alone is too long it is shown cut, and nothing moves where there is room', async () => {
  const huge = [...longTalk(3), { id: 'h', index: 3, role: 'user', parts: 'word '.repeat(4000) }];
  const work = await planWork(huge);
  const frozen = await stepDown(work, unfrozen, 'multi_level', room);
  expect(frozen).toMatchObject({
    from: 3,
    cut: { position: 3, text: expect.stringContaining('[truncated]') },
  });
  const small = await planWork(longTalk(3));
  expect(await stepDown(small, unfrozen, 'windowed', room)).toEqual(unfrozen);
});
