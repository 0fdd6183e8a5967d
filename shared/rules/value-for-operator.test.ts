import { expect, it } from 'vitest';
import type { Operator } from './operators.ts';
import { valueForOperator } from './value-for-operator.ts';

it.each([
  ['planning', 'exists', undefined],
  ['planning', 'in', ['planning']],
  ['', 'in', []],
  [undefined, 'not_in', []],
  [['a', 'b'], 'eq', 'a'],
  [[], 'eq', ''],
  ['5', 'gte', 5],
  ['five', 'gte', 0],
  [5, 'starts_with', '5'],
  [undefined, 'regex', ''],
  ['a "b"', 'starts_with', 'a "b"'],
  [['x', 'y'], 'regex', 'x'],
  [{ x: 1 }, 'ends_with', '{"x":1}'],
  [['7'], 'lt', 7],
  [null, 'eq', ''],
  [[null], 'eq', ''],
  [5, 'neq', 5],
  [['a', 'b'], 'not_in', ['a', 'b']],
] as [unknown, Operator, unknown][])('carries %j over to %s as %j', (value, operator, expected) => {
  expect(valueForOperator(value, operator)).toEqual(expected);
});
