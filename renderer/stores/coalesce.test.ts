import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { coalesce } from './coalesce.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('runs at once, and once more for all that was asked meanwhile', async () => {
  const ends: (() => void)[] = [];
  const ask = coalesce(() => new Promise(resolve => ends.push(resolve)), 100);
  ask();
  ask();
  ask();
  expect(ends.length).toBe(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(99);
  expect(ends.length).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(ends.length).toBe(2);
  ends[1]?.();
  await vi.advanceTimersByTimeAsync(1000);
  expect(ends.length).toBe(2);
  ask();
  expect(ends.length).toBe(3);
});

it('never waits for the end of a flood', async () => {
  let runs = 0;
  const count = async () => {
    runs += 1;
  };
  const ask = coalesce(count, 100);
  for (let at = 0; at < 1000; at += 10) {
    ask();
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(runs).toBe(11);
});

it('leaves who answers slowly four times as long for others, five gaps at most', async () => {
  const began: number[] = [];
  const slow = (tookMs: number) => async () => {
    began.push(performance.now());
    await new Promise(resolve => setTimeout(resolve, tookMs));
  };
  for (const tookMs of [50, 1000]) {
    const ask = coalesce(slow(tookMs), 100);
    ask();
    ask();
    await vi.advanceTimersByTimeAsync(tookMs + 1000);
  }
  const [first = 0, second = 0, third = 0, fourth = 0] = began;
  expect([second - first, fourth - third]).toEqual([50 + 200, 1000 + 500]);
});
