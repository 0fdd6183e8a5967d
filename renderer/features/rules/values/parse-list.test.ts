import { expect, it } from 'vitest';
import type { VariableType } from '../../../../shared/model/variable-type.ts';
import { parseList } from './parse-list.ts';

it.each([
  ['developer, qa_expert;tech_lead', 'string', ['developer', 'qa_expert', 'tech_lead']],
  ['a\nb\tc\r\n', 'unknown', ['a', 'b', 'c']],
  ['1, 2.5, true, null, x', 'unknown', [1, 2.5, true, null, 'x']],
  ['1, true', 'string', ['1', 'true']],
  ['"1", 2', 'number', ['1', 2]],
  ['"a, b", c', 'string', ['a, b', 'c']],
  ["it's, that", 'string', ["it's", 'that']],
  ['["1", 1, {"a": 2}]', 'string', ['1', 1, { a: 2 }]],
  ['[draft', 'string', ['[draft']],
  [' , ,', 'string', []],
] as [string, VariableType, unknown[]][])('reads %j for a %s as %j', (text, type, expected) => {
  expect(parseList(text, type)).toEqual(expected);
});
