import fc from 'fast-check';
import { expect, it } from 'vitest';
import { includesJson, isJsonEqual } from './json.ts';

it('finds a value among others as comparing it with each would', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { maxLength: 8 }), fc.jsonValue(), (list, value) => {
      for (const wanted of [value, ...list])
        expect(includesJson(list, wanted)).toBe(list.some(element => isJsonEqual(element, wanted)));
    }),
  );
});

it.each([
  [5, '5', false],
  [[1, { a: [] }], [1, { a: [] }], true],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [{ a: null }, {}, false],
  [[1, 2], [2, 1], false],
  [null, false, false],
])('%j and %j are equal: %j', (left, right, expected) => {
  expect(isJsonEqual(left, right)).toBe(expected);
});
