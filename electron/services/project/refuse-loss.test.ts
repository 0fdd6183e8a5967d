import fc from 'fast-check';
import { expect, it } from 'vitest';
import { atOnce } from '../../../shared/stretches.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { mayLose } from './refuse-loss.ts';

const mayLoseOf = (text: string): boolean => atOnce(mayLose(text, JSON.parse(text)));

it.each([
  ['{"a":1,"a":1}', true],
  ['{"a":1,"\\u0061":2}', true],
  ['[{"b":{"__proto__":1,"__proto__":2}}]', true],
  ['{"a":{"a":1},"b":[{"a":1},{"a":1}],"__proto__":1}', false],
  ['{"a: b":"c: \\"d\\": e","f\\\\":":"}', false],
  ['{"a":9007199254740993}', true],
  ['-12345678901234567890', true],
  ['{"a":"9007199254740993","b":[123456789012345,0.12345678901234567,1e22]}', false],
  ['"a:b"', false],
  ['[]', false],
  ['null', false],
])('%s: %j', (text, expected) => {
  expect(mayLoseOf(text)).toBe(expected);
});

it('tells every text in which a member stands twice from the one that its value is written as', () => {
  fc.assert(
    fc.property(
      fc.object({ maxDepth: 3, values: [fc.string(), fc.integer(), fc.boolean(), fc.constant(null)] }),
      fc.nat(),
      fc.constantFrom(0, 2),
      (value, seed, spaces) => {
        const text = JSON.stringify(JSON.parse(JSON.stringify(value)), undefined, spaces);
        expect(mayLoseOf(text)).toBe(false);
        const opens = [...text.matchAll(/\{(?=\s*"(?:[^"\\]|\\.)*"\s*:)/g)].filter(
          ({ index }) => !isInText(text, index),
        );
        const at = opens[seed % Math.max(1, opens.length)]?.index;
        if (at === undefined) return;
        const [key = ''] = /"(?:[^"\\]|\\.)*"/.exec(text.slice(at)) ?? [];
        expect(mayLoseOf(`${text.slice(0, at + 1)}${key}:0,${text.slice(at + 1)}`)).toBe(true);
      },
    ),
    { numRuns: propertyRuns(1000) },
  );
});

/** An odd number of quotes before it, those of escapes aside. */
const isInText = (text: string, at: number): boolean =>
  (text.slice(0, at).replaceAll(/\\./g, '').match(/"/g) ?? []).length % 2 === 1;
