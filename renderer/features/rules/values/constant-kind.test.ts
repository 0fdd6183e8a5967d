import { describe, expect, it } from 'vitest';
import { type ConstantKind, convertConstant, kindOfConstant } from './constant-kind.ts';

describe('the type of a constant', () => {
  it.each([
    ['5', 'text'],
    [5, 'number'],
    [false, 'boolean'],
    [null, 'null'],
    [undefined, 'null'],
    [{ a: 1 }, 'json'],
    [[1], 'json'],
  ] as const)('%j is %s', (value, kind) => {
    expect(kindOfConstant(value)).toBe(kind);
  });

  it.each([
    ['5', 'number', 5],
    [' .5 ', 'number', 0.5],
    ['five', 'number', 0],
    [5, 'text', '5'],
    [null, 'text', ''],
    [[1, 2], 'text', '[1,2]'],
    ['false', 'boolean', false],
    ['maybe', 'boolean', true],
    ['x', 'null', null],
    [{ a: 1 }, 'json', { a: 1 }],
    ['x', 'json', {}],
  ] as [unknown, ConstantKind, unknown][])('turns %j into %s as %j', (value, kind, expected) => {
    expect(convertConstant(value, kind)).toEqual(expected);
  });
});
