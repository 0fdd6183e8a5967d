import { expect, it } from 'vitest';
import { usageOf, zoneSegments } from './zone-gauge.ts';

it('the zones cover the whole track without gap', () => {
  expect(zoneSegments.map(({ from, to }) => [from, to])).toEqual([
    [0, 60],
    [60, 75],
    [75, 85],
    [85, 95],
    [95, 100],
  ]);
});

it.each([
  [0, 170_000, 0],
  [85_000, 170_000, 50],
  [200_000, 100_000, 200],
  [0, 0, 100],
])('%d of %d tokens are %d %%', (tokens, limit, usage) => {
  expect(usageOf(tokens, limit)).toBe(usage);
});
