import { expect, it } from 'vitest';
import { listed } from './format-list.ts';

it.each([
  [['a'], '“a”'],
  [['a', 'b'], '“a” and “b”'],
  [['a', 'b', 'c'], '“a”, “b” and “c”'],
  [['a', 'b', 'c', 'd', 'e'], '“a”, “b”, “c” and 2 more'],
])('names %j in a line', (names, line) => {
  expect(listed(names)).toBe(line);
});
