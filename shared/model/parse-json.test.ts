import fc from 'fast-check';
import { expect, it } from 'vitest';
import { atOnce } from '../stretches.ts';
import { parseJsonInParts } from './parse-json.ts';

const seed = Number(globalThis.process?.env.WEFT_SEED ?? 20_261_123);

const read = (text: string): unknown => {
  try {
    return { value: atOnce(parseJsonInParts(text)) };
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError);
    return 'no JSON';
  }
};

const plainly = (text: string): unknown => {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return 'no JSON';
  }
};

/** Long enough that no part holds it. */
const filler = 'x'.repeat(70_000);
const blanks = ' '.repeat(70_000);
const long = (value: unknown): unknown => [
  [filler, value],
  { a: value, b: { c: [filler], d: value } },
  value,
];

it(`reads what JSON.parse reads, and nothing else (seed ${seed})`, () => {
  const edit = fc.record({
    at: fc.nat(400),
    cut: fc.nat(2),
    put: fc.constantFrom('', ',', ']', '}', '"', ':', '[', '1'),
  });
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.option(edit), fc.boolean(), (value, wrong, isAtEnd) => {
      const whole = JSON.stringify(long(value), null, 1);
      const place =
        wrong && (isAtEnd ? whole.length - (wrong.at % whole.length) : (wrong.at * 997) % whole.length);
      const text = wrong
        ? whole.slice(0, place ?? 0) + wrong.put + whole.slice((place ?? 0) + wrong.cut)
        : whole;
      expect(read(text)).toEqual(plainly(text));
    }),
    { seed, numRuns: 200 },
  );
});

it.each([
  `[${'1,'.repeat(100_000)}1]`,
  `[${'1,'.repeat(100_000)}]`,
  `[,${'1,'.repeat(100_000)}1]`,
  `[${'1,'.repeat(50_000)},${'1,'.repeat(50_000)}1]`,
  `[${'{},'.repeat(50_000)}[]}`,
  `{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":${at}`).join(',')}}`,
  `{"a":1,"__proto__":{"b":2},"c":"${filler}","a":3}`,
  `{"c":"${filler}","__proto__":["${filler}"],"c":[{"d":"${filler}"}]}`,
  `[${blanks}]`,
  `[${blanks},1]`,
  `{${blanks}"a"${blanks}:${blanks}[${blanks}1${blanks}]${blanks}}${blanks}`,
  `"${filler}\\\\"`,
  `"${filler}\\"`,
  `["${'\\\\'.repeat(50_000)}", "${'\\"'.repeat(50_000)}"]`,
  `[1]${blanks}2`,
  `{"a" "${filler}"}`,
  `{1:["${filler}"]}`,
  `{"a":["${filler}"]]`,
  `["${filler}"`,
  `["${filler}",`,
  `${'1'.repeat(70_000)}`,
  blanks,
])('reads as JSON.parse does: case %#', text => {
  expect(read(text)).toEqual(plainly(text));
});

it('stops again and again, so that no step is long', () => {
  const steps = (text: string): number => [...parseJsonInParts(text)].length;
  const list = JSON.stringify(Array.from({ length: 40_000 }, (_, at) => ({ id: at, text: 'some words' })));
  expect(steps(list)).toBeGreaterThanOrEqual(Math.floor(list.length / 65_536));
  expect(steps(JSON.stringify({ a: { b: [[JSON.parse(list)]] } }))).toBeGreaterThanOrEqual(steps(list));
});
