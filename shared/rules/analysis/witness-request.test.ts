import { describe, expect, it } from 'vitest';
import type { ContextRequest } from '../../model/request.ts';
import { buildLookup } from '../evaluation/build-lookup.ts';
import { requestWith, withVariable } from './witness-request.ts';

const of = (values: Record<string, unknown>) => requestWith(new Map(Object.entries(values)));

describe('the smallest request with these variables', () => {
  it.each<[Record<string, unknown>, ContextRequest]>([
    [{}, { scope_variables: {} }],
    [{ 'addVar.a': undefined, 'input.text': undefined }, { scope_variables: {} }],
    [
      { 'addVar.a': 1, 'addVar.b': false },
      { scope_variables: {}, additional_variables: { a: 1, b: false } },
    ],
    [
      { 'addVar.a.b': 1, 'addVar.a.c': 2 },
      { scope_variables: {}, additional_variables: { a: { b: 1, c: 2 } } },
    ],
    [
      { 'addVar.a': { b: 1 }, 'addVar.a.b': 1 },
      { scope_variables: {}, additional_variables: { a: { b: 1 } } },
    ],
    [
      { 'addVar.a': 5, 'addVar.a.b.c': 1 },
      { scope_variables: {}, additional_variables: { a: 5, 'a.b.c': 1 } },
    ],
    [
      { 'addVar.a..b': 1, 'addVar.a.b': 2 },
      { scope_variables: {}, additional_variables: { 'a..b': 1, a: { b: 2 } } },
    ],
    [
      { 'scope.agent.agent_type': 'qa', 'scope.agent.x.y': 1, 'scope.task.task_id': 't' },
      { scope_variables: { agent: { agent_type: 'qa', x: { y: 1 } }, task: { task_id: 't' } } },
    ],
    [
      { 'addVar.a': undefined, 'addVar.a.b': 1 },
      { scope_variables: {}, additional_variables: { 'a.b': 1 } },
    ],
    [{ 'scope.user.a': undefined, 'scope.user.a.b': 1 }, { scope_variables: { user: { 'a.b': 1 } } }],
    [{ 'input.text': 'fix' }, { scope_variables: {}, input: { text: 'fix' } }],
    [
      { 'input.text': 5, 'addVar.text': 'x' },
      { scope_variables: {}, additional_variables: { text: 'x' } },
    ],
    [{ 'scope.galaxy.x': 1, phase: 2 }, { scope_variables: {} }],
  ])('%j is %j', (values, request) => {
    expect(of(values)).toEqual(request);
  });

  it('has them as rules see them, also under names of a prototype', () => {
    const values = new Map<string, unknown>([
      ['addVar.__proto__.x', 1],
      ['addVar.a', { b: [1], 'c.d': 2 }],
      ['addVar.e', 'text'],
      ['addVar.e.f', 3],
      ['scope.user.user_id', 'u'],
      ['input.text', ''],
    ]);
    const { variables, problems } = buildLookup(requestWith(values));
    expect([...values].map(([name]) => [name, variables.get(name)])).toEqual([...values]);
    expect(problems).toEqual([]);
  });
});

describe('a request with one variable changed', () => {
  const request: ContextRequest = {
    scope_variables: { agent: { agent_type: 'qa', mood: { now: 'calm', then: 1 } }, user: { user_id: 'u' } },
    additional_variables: { a: { b: { c: 1 }, d: 2 }, 'x.y': { z: 1 }, e: 'text' },
    input: { text: 'fix' },
    explicit_memory: ['m'],
  };
  const { scope_variables, additional_variables, input: _input, ...rest } = request;

  it.each<[string, unknown, Partial<ContextRequest>]>([
    ['input.text', 'new', { input: { text: 'new' } }],
    ['input.text', undefined, { input: undefined }],
    ['addVar.e', 2, { additional_variables: { ...additional_variables, e: 2 } }],
    ['addVar.new', 2, { additional_variables: { ...additional_variables, new: 2 } }],
    ['addVar.new.name', 2, { additional_variables: { ...additional_variables, 'new.name': 2 } }],
    ['addVar.a.d', 3, { additional_variables: { ...additional_variables, a: { b: { c: 1 }, d: 3 } } }],
    ['addVar.a.b.c', 3, { additional_variables: { ...additional_variables, a: { b: { c: 3 }, d: 2 } } }],
    ['addVar.a.b.c', undefined, { additional_variables: { ...additional_variables, a: { b: {}, d: 2 } } }],
    ['addVar.a.new', 3, { additional_variables: { ...additional_variables, 'a.new': 3 } }],
    ['addVar.e.d', 3, { additional_variables: { ...additional_variables, 'e.d': 3 } }],
    ['addVar.b.d', 3, { additional_variables: { ...additional_variables, 'b.d': 3 } }],
    ['addVar.x.y.z', 3, { additional_variables: { ...additional_variables, 'x.y': { z: 3 } } }],
    ['addVar.x.y', 3, { additional_variables: { ...additional_variables, 'x.y': 3 } }],
    ['addVar.x.y', undefined, { additional_variables: { a: { b: { c: 1 }, d: 2 }, e: 'text' } }],
    [
      'scope.agent.agent_type',
      'dev',
      { scope_variables: { ...scope_variables, agent: { ...scope_variables.agent, agent_type: 'dev' } } },
    ],
    [
      'scope.agent.mood.now',
      undefined,
      { scope_variables: { ...scope_variables, agent: { agent_type: 'qa', mood: { then: 1 } } } },
    ],
    ['scope.task.task_id', 't', { scope_variables: { ...scope_variables, task: { task_id: 't' } } }],
  ])('%s to %j keeps all others', (field, value, changed) => {
    const before = structuredClone(request);
    const { input = undefined, ...found } = withVariable(request, field, value);
    expect({ ...found, input }).toEqual({
      ...{ scope_variables, additional_variables, ...rest },
      ...{ input: { text: 'fix' }, ...changed },
    });
    expect(request).toEqual(before);
    expect(buildLookup(withVariable(request, field, value)).variables.get(field)).toEqual(value);
  });

  it('may have had none', () => {
    expect(withVariable({ scope_variables: {} }, 'addVar.a', 1)).toEqual({
      scope_variables: {},
      additional_variables: { a: 1 },
    });
    expect('input' in withVariable(request, 'input.text', undefined)).toBe(false);
    const said = { scope_variables: {}, input: { text: 'a', language: 'de' } };
    expect([
      withVariable(said, 'input.text', 'b').input,
      withVariable(said, 'input.text', undefined).input,
    ]).toEqual([{ text: 'b', language: 'de' }, { language: 'de' }]);
  });

  it('finds a dotted name where it stands before the one that would nest it', () => {
    const both = { scope_variables: {}, additional_variables: { 'a.b': 1, a: { c: 1 } } };
    expect(withVariable(both, 'addVar.a.b', 2).additional_variables).toEqual({ 'a.b': 2, a: { c: 1 } });
    expect(withVariable(both, 'addVar.a.c', 2).additional_variables).toEqual({ 'a.b': 1, a: { c: 2 } });
  });
});
