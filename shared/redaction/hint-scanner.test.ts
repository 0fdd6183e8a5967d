import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createHintScanner, type HintRow } from './hint-scanner.ts';

const seed = Number(globalThis.process?.env.WEFT_SEED ?? 20_261_123);

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '-'), minLength: 1, maxLength: 4 });
const rows = fc.array(
  fc.record({ hints: fc.array(letters, { minLength: 1, maxLength: 3 }), isWord: fc.boolean() }),
  {
    minLength: 1,
    maxLength: 8,
  },
);
const text = fc.string({ unit: fc.constantFrom('a', 'B', 'c', 'A', '-', ' ', 'é', '😀'), maxLength: 60 });

function hitsOf(table: readonly HintRow[], searched: string, step = searched.length): string[] {
  const scan = createHintScanner(table)(searched);
  const found: string[] = [];
  for (let until = step; scan.at < searched.length; until += step)
    for (let hits = scan.next(until); hits !== undefined; hits = scan.next(until))
      for (const { rows: all, start, end } of hits)
        for (const row of all) found.push(`${row}: ${start}-${end}`);
  return [...new Set(found)].toSorted();
}

it(`finds what a search for each hint finds, in any steps (seed ${seed})`, () => {
  fc.assert(
    fc.property(rows, text, fc.integer({ min: 1, max: 9 }), (table, searched, step) => {
      const expected = new Set<string>();
      const lower = searched.toLowerCase();
      for (const [row, { hints, isWord }] of table.entries())
        for (const hint of hints)
          for (let at = lower.indexOf(hint); at >= 0; at = lower.indexOf(hint, at + 1))
            if (!isWord || !/[A-Za-z0-9]/.test(searched.charAt(at - 1)))
              expected.add(`${row}: ${at}-${at + hint.length}`);
      expect(hitsOf(table, searched, step)).toEqual([...expected].toSorted());
    }),
    { seed },
  );
});

it.each([
  ['gh\np_', 0],
  ['x g\r\n    hp_', 2],
  ['ghp\\\n_', 0],
  ['g\nh\n\tp\n_', 0],
])('passes over the ends of lines: %j', (searched, start) => {
  const scan = createHintScanner([{ hints: ['ghp_'], isWord: true }])(searched);
  expect(scan.next(searched.length)).toEqual([{ rows: [0], start, end: searched.length, isSplit: true }]);
});

it('goes on at a place further on as if the text began there', () => {
  const scan = createHintScanner([{ hints: ['ab'], isWord: false }])('ab a--b ab');
  scan.next(10);
  scan.skipTo(6);
  expect(scan.next(10)?.map(({ start }) => start)).toEqual([8]);
});
