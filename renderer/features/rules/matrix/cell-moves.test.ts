import { expect, it } from 'vitest';
import { cellAfterKey, scrollTo } from './cell-moves.ts';

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
