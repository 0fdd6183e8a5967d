import { expect, it } from 'vitest';
import type { PossibleVariable } from '../../../../shared/model/variable.ts';
import type { Operator } from '../../../../shared/rules/operators.ts';
import { type SuggestedCondition, suggestCondition, suggestForVariable } from './suggest-condition.ts';

const variable = (name: string, type: PossibleVariable['type'], uses: number): PossibleVariable => ({
  name,
  type,
  source: 'rule',
  used_by: Array.from({ length: uses }, (_, index) => `r${index}`),
});
const variables = [
  variable('addVar.a', 'string', 1),
  variable('addVar.b', 'string', 3),
  variable('addVar.n', 'number', 2),
  variable('addVar.on', 'boolean', 1),
  variable('addVar.x', 'unknown', 9),
];
const rule = (...fields: string[]) => ({
  id: 'r',
  name: 'R',
  when: fields.map(field => ({ field, operator: 'exists' as const })),
  then: { add_memories: [] },
});

it.each([
  ['eq', [], { field: 'addVar.b', operator: 'eq', value: '' }],
  ['eq', ['addVar.b'], { field: 'addVar.n', operator: 'eq', value: 0 }],
  ['neq', ['addVar.a', 'addVar.b', 'addVar.n'], { field: 'addVar.on', operator: 'neq', value: true }],
  ['starts_with', ['addVar.b'], { field: 'addVar.a', operator: 'starts_with' }],
  ['regex', ['addVar.a', 'addVar.b'], { field: 'addVar.x', operator: 'regex' }],
  ['regex', ['addVar.a', 'addVar.b', 'addVar.x'], { field: 'addVar.name', operator: 'regex' }],
  ['exists', [], { field: 'addVar.b', operator: 'exists' }],
] as [Operator, string[], SuggestedCondition][])(
  '%s on a rule that asks for %j gives %j',
  (operator, fields, expected) => {
    expect(suggestCondition(operator, rule(...fields), variables)).toEqual(expected);
  },
);

it.each([
  ['planning', { operator: 'eq', value: 'planning' }],
  [2, { operator: 'eq', value: 2 }],
  [null, { operator: 'exists' }],
  [undefined, { operator: 'exists' }],
  [['ts'], { operator: 'contains', value: 'ts' }],
  [[], { operator: 'contains', value: '' }],
  [{ a: 1 }, { operator: 'exists' }],
])('a variable that is %j becomes %j', (actual, expected) => {
  expect(suggestForVariable('addVar.v', actual)).toEqual({ field: 'addVar.v', ...expected });
});
