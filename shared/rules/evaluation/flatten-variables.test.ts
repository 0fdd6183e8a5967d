import { expect, it } from 'vitest';
import { flattenVariables } from './flatten-variables.ts';

it('from broad to narrow later wins, additional variables last, and shadowed names are listed', () => {
  const { variables, shadowed } = flattenVariables({
    scope_variables: {
      task: { region: 'task', task_id: 't1' },
      org: { region: 'org', tier: 'gold' },
      user: { region: 'user', tier: null },
    },
    additional_variables: { region: 'here' },
  });
  expect(Object.fromEntries(variables)).toEqual({ region: 'here', tier: 'gold', task_id: 't1' });
  expect(shadowed).toEqual([
    {
      name: 'region',
      winner: 'addVar.region',
      shadowed: ['scope.org.region', 'scope.user.region', 'scope.task.region'],
    },
  ]);
});

it('keeps names such as __proto__ and constructor as ordinary keys', () => {
  const given: unknown = JSON.parse('{"__proto__": 1, "constructor": 2}');
  const { variables } = flattenVariables({
    scope_variables: {},
    additional_variables: given as Record<string, unknown>, // just parsed
  });
  expect([...variables]).toEqual([
    ['__proto__', 1],
    ['constructor', 2],
  ]);
});
