import { expect, it } from 'vitest';
import { suggestForVariable } from './suggest-condition.ts';

it.each([
  ['planning', { operator: 'eq', value: 'planning' }],
  [2, { operator: 'eq', value: 2 }],
  ['', { operator: 'eq' }],
  [null, { operator: 'eq' }],
  [undefined, { operator: 'eq' }],
  [['ts'], { operator: 'contains', value: 'ts' }],
  [[], { operator: 'contains' }],
  [{ a: 1 }, { operator: 'exists' }],
])('a variable that is %j begins with %j', (actual, expected) => {
  expect(suggestForVariable('addVar.v', actual)).toEqual({ field: 'addVar.v', ...expected });
});
