import { expect, it } from 'vitest';
import type { VariableType } from '../../../../shared/model/variable-type.ts';
import type { Operator } from '../../../../shared/rules/operators.ts';
import { findMismatch } from './find-mismatch.ts';

type Case = [Operator, unknown, unknown, VariableType, ReturnType<typeof findMismatch>];

it.each<Case>([
  ['eq', 5, 2, 'number', undefined],
  [
    'eq',
    '5',
    2,
    'number',
    {
      message: 'The variable is a number, and the value is the text "5".',
      fixLabel: 'Make it a number',
      fixed: 5,
    },
  ],
  [
    'eq',
    5,
    undefined,
    'string',
    {
      message: 'The variable is a text, and the value is the number 5.',
      fixLabel: 'Make it a text',
      fixed: '5',
    },
  ],
  ['eq', 'x', 2, 'number', { message: 'The variable is a number, and the value is the text "x".' }],
  ['eq', 'x', undefined, 'unknown', undefined],
  [
    'neq',
    'true',
    false,
    'boolean',
    {
      message: 'The variable is true or false, and the value is the text "true".',
      fixLabel: 'Make it true or false',
      fixed: true,
    },
  ],
  [
    'eq',
    null,
    'x',
    'string',
    { message: 'Nothing is ever equal to null here: use exists or does not exist.' },
  ],
  ['contains', 5, ['x'], 'array', undefined],
  [
    'contains',
    5,
    'text',
    'string',
    {
      message: 'The variable is a text, and the value is the number 5.',
      fixLabel: 'Make it a text',
      fixed: '5',
    },
  ],
  ['gte', '5', 2, 'number', undefined],
  ['gte', 'x', 2, 'number', { message: 'The value must be a number, and it is the text "x".' }],
  [
    'starts_with',
    5,
    'x',
    'string',
    { message: 'The value must be a text.', fixLabel: 'Make it a text', fixed: '5' },
  ],
  [
    'in',
    'a',
    'a',
    'string',
    { message: 'The value must be a list.', fixLabel: 'Make it a list', fixed: ['a'] },
  ],
  ['in', ['a'], 'a', 'string', undefined],
  [
    'in',
    ['1', 2],
    1,
    'number',
    {
      message: 'The variable is a number, and the list has the text "1".',
      fixLabel: 'Make them numbers',
      fixed: [1, 2],
    },
  ],
  ['in', ['x', 2], 1, 'number', { message: 'The variable is a number, and the list has the text "x".' }],
  ['exists', 'left over', 1, 'number', undefined],
])('judges %s %j against %j (%s)', (operator, value, actual, type, expected) => {
  expect(findMismatch({ operator, value, actual, type })).toEqual(expected);
});
