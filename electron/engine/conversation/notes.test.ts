import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chooseNotes, type Note, type NoteCosts, noteLines, noteOf } from './notes.ts';

const note = (content: string, path = 'talk/1.txt', ordinal = 0): Note => noteOf({ content, path, ordinal });

/** Characters, with the line break behind. */
const costsOf = ({ alone, inGroup }: Note): NoteCosts => ({
  alone: alone.length + 1,
  head: inGroup === undefined ? 0 : inGroup.head.length + 1,
  line: inGroup === undefined ? 0 : inGroup.line.length + 1,
});

it('tells turns of one time of one conversation together, as they were said, below their best', () => {
  const notes = [
    note('[May 3] Bob: The quay,\nand the pier.', 'talk/2.txt'),
    note('Boats are kept dry.\n\nIn winter.', 'boats.md'),
    note('[May 4] Ann: Later.', 'talk/9.txt'),
    note('[May 3] Ann: Where?', 'talk/1.txt'),
    note('[May 3] Cid: Elsewhere.', 'other/1.txt'),
  ];
  expect(noteLines(notes)).toEqual([
    '- [May 3]',
    '  - Ann: Where?',
    '  - Bob: The quay,\n    and the pier.',
    '- Boats are kept dry.\n  \n  In winter.',
    '- [May 4] Ann: Later.',
    '- [May 3] Cid: Elsewhere.',
  ]);
});

it('chooses the best that fit, and passes over what is too large', () => {
  const notes = ['a'.repeat(8), 'b'.repeat(30), 'c'.repeat(5)].map(text => note(text));
  const chosen = chooseNotes(notes, notes.map(costsOf), 20);
  expect(noteLines(chosen)).toEqual([`- ${'a'.repeat(8)}`, `- ${'c'.repeat(5)}`]);
});

const turns = fc.record({
  content: fc
    .tuple(
      fc.constantFrom('May 3', 'May 4'),
      fc.constantFrom('Ann', 'Bob'),
      fc.stringMatching(/^[a-z]{1,9}$/),
    )
    .map(([when, who, what]) => `[${when}] ${who}: ${what}`),
  path: fc.constantFrom('a/1.txt', 'a/2.txt', 'b/1.txt'),
  ordinal: fc.nat(5),
});
const plain = fc.record({
  content: fc.stringMatching(/^[a-z]{1,30}$/),
  path: fc.constantFrom('x.md', 'y.md'),
  ordinal: fc.nat(5),
});

it('knows what its lines cost, whatever is chosen, and never takes more than it may', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(turns, plain)), fc.nat(400), (found, most) => {
      const notes = found.map(noteOf);
      const costs = notes.map(costsOf);
      const length = (chosen: readonly Note[]) =>
        noteLines(chosen).reduce((sum, line) => sum + line.length + 1, 0);
      const all = length(notes);
      expect(length(chooseNotes(notes, costs, most))).toBeLessThanOrEqual(most);
      expect(chooseNotes(notes, costs, all)).toEqual(notes);
    }),
  );
});
