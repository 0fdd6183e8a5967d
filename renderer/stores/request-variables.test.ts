import { describe, expect, it } from 'vitest';
import { flatValueInRequest, valueInRequest, variableState } from './request-variables.ts';

const request = {
  scope_variables: {
    org: { team: 'platform', region: 'eu' },
    agent: { agent_id: 'dev-1', team: 'core', model: { name: 'm' }, 'tool.kind': 'edit' },
    task: null,
  },
  additional_variables: { phase: 'planning', nothing: null, empty: '', repo: { name: 'weft' } },
  input: { text: 'fix it' },
};

describe('valueInRequest', () => {
  it.each([
    ['scope.agent.agent_id', 'dev-1'],
    ['scope.agent.model.name', 'm'],
    ['scope.agent.tool.kind', 'edit'],
    ['scope.task.task_id', undefined],
    ['addVar.repo.name', 'weft'],
    ['addVar.nothing', null],
    ['addVar.constructor', undefined],
    ['addVar.__proto__', undefined],
    ['input.text', 'fix it'],
    ['phase', undefined],
  ])('reads %s as %j', (name, value) => {
    expect(valueInRequest(request, name)).toEqual(value);
  });

  it('reads a bare input text', () => {
    expect(valueInRequest({ input: 'hello' }, 'input.text')).toBe('hello');
  });
});

describe('flatValueInRequest', () => {
  it.each([
    ['team', 'core'],
    ['region', 'eu'],
    ['phase', 'planning'],
    ['repo.name', 'weft'],
    ['toString', undefined],
  ])('gives the template name %s the value %j', (name, value) => {
    expect(flatValueInRequest(request, name)).toEqual(value);
  });
});

it('tells missing, null and empty text apart', () => {
  expect([undefined, null, '', 0, false].map(variableState)).toEqual([
    'missing',
    'null',
    'empty',
    'given',
    'given',
  ]);
});
