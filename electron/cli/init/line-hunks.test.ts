import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineHunks, withoutHunks } from './line-hunks.ts';

const text = fc
  .array(fc.constantFrom('a\n', 'b\r\n', '\n', 'c\n', 'd'), { maxLength: 12 })
  .map(lines => lines.join(''));

it('undoes what was done to any text, byte for byte', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(withoutHunks(after, lineHunks(before, after), true)).toBe(before);
    }),
    { numRuns: 500 },
  );
});

it('finds its lines where others were put around them, and says where it cannot', () => {
  const hunks = lineHunks('one\ntwo\n', 'one\nours\nours too\ntwo\n');
  expect(withoutHunks('zero\none\nours\nours too\ntwo\nthree\n', hunks, false)).toBe(
    'zero\none\ntwo\nthree\n',
  );
  expect(withoutHunks('one\nours\nchanged\ntwo\n', hunks, false)).toBeUndefined();
  expect(withoutHunks('ours\nours too\nours\nours too\n', hunks, false)).toBeUndefined();
});

it('shows only what differs', () => {
  expect(lineHunks('a\nb\nc\nd\n', 'a\nx\nb\nd\n')).toEqual([
    { line: 1, removed: [], inserted: ['x\n'] },
    { line: 2, removed: ['c\n'], inserted: [] },
  ]);
});
