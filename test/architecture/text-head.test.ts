import { expect, it } from 'vitest';
import { isProduct, readSourceTree, readText } from './source-tree.ts';

/** Cuts a text by hand: takes half a character off its end, or ends a beginning with an ellipsis. */
const byHand = /\.replace\(\/\[\\u[dD]800-\\u[dD]bff\]\$\/|\.slice\(0, [\w -]+\)(?:\.trimEnd\(\))?\}…`/i;

it('a text is cut by `textHead`, which parts no character', () => {
  expect(byHand.test('`${text.slice(0, most - 1)}…`')).toBe(true);
  const cutting = readSourceTree()
    .map(({ path }) => path)
    .filter(path => isProduct(path) && byHand.test(readText(path)));
  expect(cutting).toEqual([]);
});
