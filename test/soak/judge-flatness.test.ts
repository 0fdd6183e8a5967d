import { expect, it } from 'vitest';
import { judgeFlatness } from './judge-flatness.ts';

const limits = { slack: 8, settledMs: 20_000 };
const samplesOf = (rssAt: (minute: number) => number, ageMs = 30_000) =>
  Array.from({ length: 121 }, (_, minute) => ({
    atMs: minute * 60_000,
    ageMs,
    rssMb: rssAt(minute),
    descriptors: 40,
  }));

it.each([
  ['stays', () => 200, true],
  ['grows in the first half only', (minute: number) => Math.min(minute, 60) + 100, true],
  ['grows all the time', (minute: number) => 100 + 3 * minute, false],
])('memory that %s: %#', (_, rssAt, isFlat) => {
  expect(judgeFlatness(samplesOf(rssAt), 'rssMb', limits).isFlat).toBe(isFlat);
});

it('is not flat where nobody knows', () => {
  expect(judgeFlatness([], 'rssMb', limits).isFlat).toBe(false);
  expect(
    judgeFlatness(
      samplesOf(() => 200, 5000),
      'rssMb',
      limits,
    ).isFlat,
  ).toBe(false);
});
