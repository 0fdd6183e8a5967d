import { expect, it } from 'vitest';
import { askedRequest } from './asked-request.ts';

const request = {
  input: 'fix the login',
  scope_variables: { project: { language: 'ts' }, user: { language: 'de' } },
  additional_variables: { action: 'fix' },
};

it('derives each thing once, from the very object that came', () => {
  const asked = askedRequest(request);
  expect(asked.request).toBe(request);
  expect(asked.lookup).toBe(asked.lookup);
  expect(asked.flat).toBe(asked.flat);
  expect(asked.inputs).toBe(asked.inputs);
  expect(asked.inputs.lookup).toBe(asked.lookup.variables);
  expect(asked.inputs.flat).toBe(asked.flat.variables);
});

it('control: another object of the same request is derived anew', () => {
  const [one, other] = [askedRequest(request), askedRequest(request)];
  expect(one.lookup).not.toBe(other.lookup);
  expect(one.lookup).toEqual(other.lookup);
});

it('from broad to narrow later wins, additional variables last, and shadowed names are listed', () => {
  const { variables, shadowed } = askedRequest({
    scope_variables: {
      task: { region: 'task', task_id: 't1' },
      org: { region: 'org', tier: 'gold' },
      user: { region: 'user', tier: null },
    },
    additional_variables: { region: 'here' },
  }).flat;
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
  const { variables } = askedRequest({
    scope_variables: {},
    additional_variables: given as Record<string, unknown>, // just parsed
  }).flat;
  expect([...variables]).toEqual([
    ['__proto__', 1],
    ['constructor', 2],
  ]);
});
