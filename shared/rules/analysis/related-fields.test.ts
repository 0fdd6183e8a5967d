import { describe, expect, it } from 'vitest';
import { forcedValue, isWithin, relatedFields } from './related-fields.ts';

it('an object and what lies in it are one group, whatever else is called alike', () => {
  expect(relatedFields(['x.b', 'x.a.b', 'x.a', 'x.ab', 'x.a-b', 'x.a.b.c', 'x.a'])).toEqual([
    ['x.a', 'x.a.b', 'x.a.b.c'],
    ['x.a-b'],
    ['x.ab'],
    ['x.b'],
  ]);
  expect(relatedFields([])).toEqual([]);
  expect([isWithin('x.a.b', 'x.a'), isWithin('x.ab', 'x.a'), isWithin('x.a', 'x.a')]).toEqual([
    true,
    false,
    false,
  ]);
});

describe('what an object says of a name in it', () => {
  const forced = (field: string, chosen: Record<string, unknown>) =>
    forcedValue(field, new Map(Object.entries(chosen)))?.value;
  const own: unknown = JSON.parse('{"__proto__": {"a": 1}}');

  it.each<[string, Record<string, unknown>, unknown]>([
    ['x.a', { x: { a: 1 } }, 1],
    ['x.a.b', { x: { a: { b: 2 } } }, 2],
    ['x.a.b', { x: { 'a.b': 3 } }, 3],
    ['x.a.b.c', { x: { a: { b: 1 }, 'a.b': { c: 4 } } }, 4],
    ['x.a.b.c', { x: { 'a.b': {}, a: { 'b.c': 5 } } }, 5],
    ['x.a.b', { 'x.a': { b: 6 } }, 6],
    ['x.a', { y: 1, x: { b: 1 }, 'x.': 1 }, undefined],
    ['x.a', { x: 'text' }, undefined],
    ['x.a', { x: ['a'] }, undefined],
    ['x.0', { x: ['a'] }, undefined],
    ['x.a.b', { x: { a: 'text' } }, undefined],
    ['x.constructor', { x: {} }, undefined],
    ['x.__proto__.a', { x: own }, 1],
    ['y.a', { x: { a: 1 } }, undefined],
    ['xa', { x: { a: 1 } }, undefined],
  ])('%s in %j is %j', (field, chosen, value) => {
    expect(forced(field, chosen)).toEqual(value);
  });

  it('is also that it is nothing', () => {
    expect(forcedValue('x.a', new Map([['x', { a: null }]]))).toEqual({ value: null });
    expect(forcedValue('x.a', new Map([['x', { b: null }]]))).toBeUndefined();
  });

  it('is said by the first that holds its path', () => {
    const chosen = new Map<string, unknown>([
      ['x', { b: 1 }],
      ['x.a', { b: 2 }],
    ]);
    expect(forcedValue('x.a.b', chosen)).toEqual({ value: 2 });
  });
});
