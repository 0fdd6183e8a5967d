import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatTsv, parseTsv } from './tsv.ts';

it.each([
  [
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a\t\n\tb',
    [
      ['a', ''],
      ['', 'b'],
    ],
  ],
  ['"two\nlines"\t"a ""quote"""', [['two\nlines', 'a "quote"']]],
  ['is "5"', [['is "5"']]],
  ['', [[]]],
])('%j is %j', (text, rows) => {
  expect(parseTsv(text)).toEqual(rows);
});

it('what was copied is what is pasted', () => {
  const cells = fc.oneof(fc.string(), fc.constantFrom('"', 'a\tb', 'a\nb', '""', '"a" b'));
  const row = fc.array(cells, { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), rows => {
      expect(parseTsv(formatTsv(rows))).toEqual(rows);
    }),
    { numRuns: 200 },
  );
});
