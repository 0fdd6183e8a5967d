import { expect, it } from 'vitest';
import { groupBy } from './lists.ts';

it('groups as the platform does, in the order of the first of each', () => {
  const words = ['pear', 'fig', 'apple', 'plum', 'kiwi'];
  const byLength = groupBy(words.values(), ({ length }) => length);
  expect([...byLength]).toEqual([...Map.groupBy(words, ({ length }) => length)]);
  expect(groupBy([], String)).toEqual(new Map());
});
