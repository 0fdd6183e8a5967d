import { expect, it } from 'vitest';
import { keepClear } from './keep-clear.ts';

const pins = [
  { y: 100, height: 50 },
  { y: 20, height: 10 },
];

it.each([
  { what: 'above all', y: 0, height: 10, top: 0 },
  { what: 'into the first', y: 15, height: 10, top: 40 },
  { what: 'between both', y: 40, height: 50, top: 40 },
  { what: 'too tall for between', y: 40, height: 51, top: 160 },
  { what: 'pushed from the first into the second', y: 0, height: 70, top: 160 },
  { what: 'below all', y: 200, height: 10, top: 200 },
])('stands clear of others by the gap: $what', ({ y, height, top }) => {
  expect(keepClear(y, height, 10, pins)).toBe(top);
});

it('stays where it is without others', () => {
  expect(keepClear(7, 100, 10, [])).toBe(7);
});
