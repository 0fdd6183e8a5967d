import { expect, it } from 'vitest';
import { convertValue, typedValue, valueKind } from './value-kind.ts';

it.each([
  [undefined, 'missing'],
  [null, 'null'],
  ['', 'empty'],
  [' ', 'text'],
  [0, 'number'],
  [false, 'boolean'],
  [[], 'list'],
  [['a'], 'list'],
  [[1], 'json'],
  [{}, 'json'],
])('sees %j as %s', (value, kind) => {
  expect(valueKind(value)).toBe(kind);
});

it.each([
  ['a, b', 'list', ['a', 'b']],
  [['a', 'b'], 'list', ['a', 'b']],
  ['12', 'number', 12],
  ['many', 'number', 0],
  [' 0.125 ', 'number', 0.125],
  ['0,125', 'number', 0],
  [2.125, 'text', '2.125'],
  [12, 'text', '12'],
  [undefined, 'text', 'text'],
  ['true', 'boolean', true],
  ['yes', 'boolean', false],
  ['x', 'json', {}],
  [['a'], 'json', ['a']],
  ['x', 'null', null],
  ['x', 'empty', ''],
  ['x', 'missing', undefined],
] as const)('converts %j to %s as %j', (value, kind, expected) => {
  expect(convertValue(value, kind)).toEqual(expected);
});

it('starts from an example where there is no value', () => {
  expect([convertValue(undefined, 'text', 'planning'), convertValue(null, 'number', 3)]).toEqual([
    'planning',
    3,
  ]);
});

it.each([
  ['3', 'number', 3],
  ['3', 'string', '3'],
  ['x', 'number', 'x'],
  ['true', 'boolean', true],
  ['tru', 'boolean', 'tru'],
] as const)('types %j into a %s variable as %j', (text, type, value) => {
  expect(typedValue(text, type)).toBe(value);
});
