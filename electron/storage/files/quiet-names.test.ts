import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createQuietNames } from './quiet-names.ts';

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

function quiet(quietMs: (name: string) => number) {
  const told: [number, readonly string[]][] = [];
  const startedAt = performance.now();
  const names = createQuietNames({
    quietMs,
    onQuiet: found => told.push([Math.round(performance.now() - startedAt), found]),
  });
  return { names, told };
}

it('hands on a name once nothing has happened to it for its time', () => {
  const { names, told } = quiet(() => 80);
  names.touch('a');
  vi.advanceTimersByTime(79);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(told).toEqual([[80, ['a']]]);
  vi.advanceTimersByTime(1000);
  expect(told).toHaveLength(1);
  names.touch('a');
  vi.advanceTimersByTime(80);
  expect(told.at(-1)).toEqual([1160, ['a']]);
});

it('does not keep others back for one that is touched all the time', () => {
  const { names, told } = quiet(() => 80);
  names.touch('a');
  names.touch('b');
  for (let times = 0; times < 10; times += 1) {
    vi.advanceTimersByTime(40);
    names.touch('a');
  }
  expect(told).toEqual([[80, ['b']]]);
  vi.advanceTimersByTime(80);
  expect(told.slice(1)).toEqual([[480, ['a']]]);
});

it('hands on together what is quiet together, each by its own time', () => {
  const { names, told } = quiet(name => (name === 'slow' ? 300 : 80));
  for (const name of ['a', 'b', 'slow']) names.touch(name);
  vi.advanceTimersByTime(1000);
  expect(told).toEqual([
    [80, ['a', 'b']],
    [300, ['slow']],
  ]);
});

it('asks anew how long a name is waited for, and never looks without a pause', () => {
  const times = { ms: 300 };
  const { names, told } = quiet(() => times.ms);
  names.touch('a');
  vi.advanceTimersByTime(299);
  times.ms = 305;
  vi.advanceTimersByTime(1);
  expect(told).toEqual([]);
  // Five milliseconds are left, and it looks after ten.
  vi.advanceTimersByTime(9);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(told).toEqual([[310, ['a']]]);
});

it('is silent when it is closed', () => {
  const { names, told } = quiet(() => 80);
  names.touch('a');
  names.close();
  vi.advanceTimersByTime(1000);
  expect(told).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});
