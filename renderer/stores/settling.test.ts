import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSettling } from './settling.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const batches: string[][] = [];
  const settling = createSettling({ pauseMs: 50, mostMs: 150 }, run => {
    batches.push([]);
    run();
  });
  const taker = (name: string) => () => void batches.at(-1)?.push(name);
  return { batches, settling, taker };
}

it('runs what waits in one go, each once, when nothing was changed for the pause', () => {
  const { batches, settling, taker } = setUp();
  const [first, second] = [taker('first'), taker('second')];
  settling.later(first);
  vi.advanceTimersByTime(49);
  settling.later(second);
  settling.later(first);
  vi.advanceTimersByTime(49);
  expect(batches).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(batches).toEqual([['first', 'second']]);
});

it('runs while changes go on, at the latest after the longest wait', () => {
  const { batches, settling, taker } = setUp();
  const take = taker('typed');
  for (let at = 0; at < 16; at += 1) {
    settling.later(take);
    vi.advanceTimersByTime(20);
  }
  expect(batches).toEqual([['typed'], ['typed']]);
});

it('leaves out what was forgotten meanwhile', () => {
  const { batches, settling, taker } = setUp();
  const gone = taker('gone');
  settling.later(gone);
  settling.later(taker('stays'));
  settling.forget(gone);
  vi.advanceTimersByTime(50);
  expect(batches).toEqual([['stays']]);
});
