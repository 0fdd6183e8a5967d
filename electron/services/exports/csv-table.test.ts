import fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapeInvisibleLine } from '../../../shared/model/escape-invisible.ts';
import { csvTable } from './csv-table.ts';

/** A reader as RFC 4180 has it, or one that splits at what its country uses. It knows nothing of how rows are written. */
function readCsv(text: string, separator = ','): string[][] {
  const rows: string[][] = [[]];
  let rest = text;
  while (rest !== '') {
    const [quoted = '', inside = ''] = /^"((?:[^"]|"")*)"?/.exec(rest) ?? [];
    const [bare = ''] = new RegExp(`^[^${separator}\\r\\n]*`).exec(rest.slice(quoted.length)) ?? [];
    rows.at(-1)?.push(inside.replaceAll('""', '"') + bare);
    rest = rest.slice(quoted.length + bare.length);
    const [end = ''] = /^(?:\r?\n|\r|[\s\S])/.exec(rest) ?? [];
    rest = rest.slice(end.length);
    if (/^[\r\n]/.test(end) && rest !== '') rows.push([]);
  }
  return rows;
}

/** What Excel, Calc and Sheets begin a formula with, after all that any of them passes over; a number is none. */
function evaluates(cell: string): boolean {
  const [first = ''] = cell.replace(/^[\s\p{Z}\p{C}\u2800"]+/u, '').normalize('NFKC');
  return '=+-@−'.includes(first) && first !== '' && !/^[\s"]*[+-]?\d+(?:\.\d+)?(?:[\s\]}",;|]|$)/.test(cell);
}

const separators = [',', ';', '|', '\t'];
const starts = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹣', '−', '⁼', '₊'];
const hold = [
  '',
  ' ',
  '\n',
  '\t',
  '\r',
  '\u00a0',
  '\u3000',
  '\ufeff',
  '\u200b',
  '\u202e',
  '\0',
  '"',
  ' \t\n',
  '\u2800',
];
const attacks = starts.flatMap(sign =>
  hold.flatMap(before =>
    ['', 'x;', 'x,', 'x\t', 'x|', 'x\n', '"x"";"'].map(cell => `${cell}${before}${sign}cmd|'/c calc'!A1`),
  ),
);

it(`lets none of ${attacks.length} formulas through, wherever a reader splits`, () => {
  const text = csvTable(attacks.map(attack => ['rule', attack, -5, true]));
  for (const separator of separators) expect(readCsv(text, separator).flat().filter(evaluates)).toEqual([]);
  const raw = attacks.map(attack => `rule,"${attack.replaceAll('"', '""')}",-5,true\r\n`).join('');
  // Written as they are, nearly all are formulas for some reader.
  expect(separators.flatMap(one => readCsv(raw, one).flat()).filter(evaluates).length).toBeGreaterThan(
    attacks.length,
  );
});

it('gives a parser every cell back, apart from the apostrophes', () => {
  const piece = fc.oneof(fc.constantFrom(...starts, ...hold, ',', ';', '"', "'", '5', 'a'), fc.string());
  const text = fc.array(piece, { maxLength: 8 }).map(pieces => pieces.join(''));
  const row = fc.array(fc.oneof(text, fc.integer(), fc.boolean()), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), rows => {
      const written = csvTable(rows);
      const plain = (cell: string): string => cell.replaceAll("'", '');
      expect(readCsv(written).map(cells => cells.map(plain))).toEqual(
        rows.map(cells => cells.map(cell => plain(escapeInvisibleLine(String(cell))))),
      );
      for (const separator of separators)
        expect(readCsv(written, separator).flat().filter(evaluates)).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

it.each([
  ['-5', "'-5"],
  [-5, '-5'],
  [1e21, '1e+21'],
  ['is one of [1,-5]', '"is one of [1,-5]"'],
  ['a-b = c', 'a-b = c'],
  ['=1', "'=1"],
  [' =1', `" '=1"`],
  ['a;=1', `"a;'=1"`],
  ['\n=1', '[U+000A]=1'],
])('writes %j as %s', (cell, written) => {
  expect(csvTable([[cell]])).toBe(`${written}\r\n`);
});
