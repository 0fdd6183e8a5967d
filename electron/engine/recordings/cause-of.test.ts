import { expect, it } from 'vitest';
import { givingWay, isKeptWhole, type SizedRecording } from './cause-of.ts';

const keptOf = (requests: number): number =>
  Array.from({ length: requests }, (_, at) => at + 1).filter(isKeptWhole).length;

it('keeps all of what is rare, and of what is common fewer and fewer', () => {
  expect([1, 50, 100, 200, 10_000, 100_000].map(keptOf)).toEqual([1, 50, 75, 100, 239, 323]);
});

const recordings = (counts: Readonly<Record<string, number>>, bytes = 10): SizedRecording[] =>
  Object.entries(counts).flatMap(([cause_id, count]) =>
    Array.from({ length: count }, (_, at) => ({ cause_id, position: count - at, bytes })),
  );
const left = (all: readonly SizedRecording[], gone: readonly SizedRecording[]) => {
  const kept = all.filter(one => !gone.includes(one));
  const causes = [...new Set(kept.map(({ cause_id }) => cause_id))];
  return causes.map(id => kept.filter(({ cause_id }) => cause_id === id).map(({ position }) => position));
};

it('lets the oldest of the commonest causes give way, and none of the rare ones', () => {
  const all = recordings({ common: 8, usual: 5, rare: 1 });
  const gone = givingWay(all, { recordings: 8, bytes: 1000 });
  expect(left(all, gone)).toEqual([[8, 7, 6], [5, 4, 3], [1]]);
});

it.each([
  [{ recordings: 100, bytes: 1000 }, 0],
  [{ recordings: 100, bytes: 70 }, 7],
  [{ recordings: 2, bytes: 1000 }, 14],
])('keeps to %j', (bounds, gone) => {
  expect(givingWay(recordings({ common: 8, usual: 5, rare: 1 }), bounds)).toHaveLength(gone);
});
