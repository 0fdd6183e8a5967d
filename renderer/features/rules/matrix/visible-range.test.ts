import { expect, it } from 'vitest';
import { cellAfterKey, scrollTo, visibleRange } from './visible-range.ts';

it.each([
  [0, 280, 1000, { from: 0, to: 14 }],
  [2800, 280, 1000, { from: 96, to: 114 }],
  [27_720, 280, 1000, { from: 986, to: 1000 }],
  [9999, 280, 3, { from: 3, to: 3 }],
])('scrolled by %s, %s high, of %s entries', (scrolled, extent, count, range) => {
  expect(visibleRange(scrolled, extent, 28, count)).toEqual(range);
});

it.each([
  ['ArrowDown', { row: 2, column: 1 }],
  ['ArrowUp', { row: 0, column: 1 }],
  ['ArrowLeft', { row: 1, column: 0 }],
  ['ArrowRight', { row: 1, column: 2 }],
  ['PageDown', { row: 4, column: 1 }],
  ['PageUp', { row: 0, column: 1 }],
  ['Home', { row: 1, column: 0 }],
  ['End', { row: 1, column: 2 }],
  ['x', undefined],
])('%s leads from the middle to %j', (key, cell) => {
  expect(cellAfterKey({ row: 1, column: 1 }, key, { rows: 5, columns: 3, page: 10 })).toEqual(cell);
});

it.each([
  [0, 3, 0],
  [0, 20, 308],
  [560, 3, 84],
])('from %s, entry %s is in sight at %s', (scrolled, index, result) => {
  expect(scrollTo(scrolled, 280, 28, index)).toBe(result);
});
