import { expect, it } from 'vitest';
import { visibleRange } from './visible-range.ts';

it.each([
  [0, 280, 1000, { from: 0, to: 14 }],
  [2800, 280, 1000, { from: 96, to: 114 }],
  [27_720, 280, 1000, { from: 986, to: 1000 }],
  [9999, 280, 3, { from: 3, to: 3 }],
  [-140, 280, 1000, { from: 0, to: 9 }],
  [-9999, 280, 1000, { from: 0, to: 0 }],
])('scrolled by %s, %s high, of %s entries', (scrolled, extent, count, range) => {
  expect(visibleRange(scrolled, extent, 28, count)).toEqual(range);
});
