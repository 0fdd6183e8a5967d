import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../shared/model/json.ts';
import { withConstraint, withVariable } from './request-edits.ts';

const base: JsonObject = { scope_variables: {} };

describe('withVariable', () => {
  it.each<[string, JsonObject, string, unknown, JsonObject]>([
    [
      'sets a scope field',
      base,
      'scope.agent.agent_id',
      'a',
      { scope_variables: { agent: { agent_id: 'a' } } },
    ],
    [
      'replaces a null scope',
      { scope_variables: { agent: null } },
      'scope.agent.agent_id',
      'a',
      { scope_variables: { agent: { agent_id: 'a' } } },
    ],
    [
      'drops a scope with its last field',
      { scope_variables: { agent: { agent_id: 'a' } } },
      'scope.agent.agent_id',
      undefined,
      base,
    ],
    ['ignores unknown scopes', base, 'scope.team.id', 'a', base],
    [
      'sets an additional variable',
      base,
      'addVar.phase',
      null,
      { scope_variables: {}, additional_variables: { phase: null } },
    ],
    [
      'nests a dotted name',
      base,
      'addVar.repo.name',
      'w',
      { scope_variables: {}, additional_variables: { repo: { name: 'w' } } },
    ],
    [
      'keeps a dotted key dotted',
      { additional_variables: { 'repo.name': 'v' } },
      'addVar.repo.name',
      'w',
      { additional_variables: { 'repo.name': 'w' } },
    ],
    [
      'goes on inside a dotted parent',
      { additional_variables: { 'a.b': { c: 1 } } },
      'addVar.a.b.d',
      2,
      { additional_variables: { 'a.b': { c: 1, d: 2 } } },
    ],
    [
      'writes dotted where a value stands in the way',
      { additional_variables: { repo: 'x' } },
      'addVar.repo.name',
      'w',
      { additional_variables: { repo: 'x', 'repo.name': 'w' } },
    ],
    [
      'removes nested names and what becomes empty',
      { additional_variables: { repo: { name: 'w' } } },
      'addVar.repo.name',
      undefined,
      {},
    ],
    ['removes nothing that is not there', base, 'addVar.repo.name', undefined, base],
    ['sets the input text', base, 'input.text', 'hi', { scope_variables: {}, input: { text: 'hi' } }],
    [
      'keeps other keys of the input',
      { input: { text: 'a', lang: 'en' } },
      'input.text',
      undefined,
      { input: { lang: 'en' } },
    ],
    ['takes the place of a bare input', { input: 'a' }, 'input.text', '', { input: { text: '' } }],
  ])('%s', (_title, request, name, value, expected) => {
    expect(withVariable(request, name, value)).toEqual(expected);
  });

  it('treats names of Object.prototype as ordinary keys', () => {
    const request = withVariable(withVariable(base, 'addVar.__proto__', 'x'), 'addVar.constructor.name', 'y');
    expect(JSON.stringify(request.additional_variables)).toBe('{"__proto__":"x","constructor":{"name":"y"}}');
  });
});

it('leaves constraints out when none is left', () => {
  const limited = withConstraint(base, 'max_tokens', 900);
  expect([limited, withConstraint(limited, 'max_tokens', undefined)]).toEqual([
    { scope_variables: {}, constraints: { max_tokens: 900 } },
    base,
  ]);
});
