import { expect, it } from 'vitest';
import { summaryLevels } from './choose-history.ts';

const shapes = (before: number) => summaryLevels(before).map(({ level, from, to }) => [level, from, to]);

it.each([
  ['nothing before', 0, []],
  ['less than a chunk', 7, [[1, 0, 6]]],
  ['three chunks', 60, [[1, 0, 59]]],
  [
    'one message more',
    61,
    [
      [2, 0, 0],
      [1, 1, 60],
    ],
  ],
  [
    'nine chunks, so no level 3',
    180,
    [
      [2, 0, 119],
      [1, 120, 179],
    ],
  ],
  [
    'ten chunks: 30% are 0.6 groups, rounded to the oldest one, which has two chunks',
    200,
    [
      [3, 0, 39],
      [2, 40, 139],
      [1, 140, 199],
    ],
  ],
] as const)('%s', (_, before, expected) => {
  expect(shapes(before)).toEqual(expected);
});

it('groups of level 2 are five chunks, counted from the newest backwards', () => {
  expect(summaryLevels(500).find(({ level }) => level === 2)?.groups).toEqual([140, 240, 340]);
});
