import { expect, it } from 'vitest';
import { describeValue, showValue, typeName } from './describe-value.ts';

it.each<[unknown, string, string]>([
  ['a', '"a"', 'the text "a"'],
  ['', '""', 'the text ""'],
  [5, '5', 'the number 5'],
  [true, 'true', 'the boolean true'],
  [['a', 1], '["a",1]', 'the list ["a",1]'],
  [{ x: 1 }, '{"x":1}', 'the object {"x":1}'],
  [null, 'nothing', 'nothing'],
  [undefined, 'nothing', 'nothing'],
])('%j is shown as %s and described as %s', (value, shown, described) => {
  expect([showValue(value), describeValue(value)]).toEqual([shown, described]);
});

it('types are named in the words of users', () => {
  expect([null, undefined, [], 'a', 1, false, {}].map(typeName)).toEqual([
    ...['null', 'null', 'list', 'text', 'number', 'boolean', 'object'],
  ]);
});

it('what is long is cut after eighty characters, and secrets are not shown, also where the cut would halve them', () => {
  expect(showValue('x'.repeat(80))).toBe(`"${'x'.repeat(80)}"`);
  expect(showValue('x'.repeat(81))).toBe(`"${'x'.repeat(79)}…"`);
  expect(showValue(Array.from({ length: 50 }, () => 1))).toHaveLength(80);
  const secret = `ghp_${'a1B2c3D4e5'.repeat(4)}`.slice(0, 40);
  expect(showValue(`${'word '.repeat(12)}${secret}`)).not.toContain(secret.slice(0, 8));
});
