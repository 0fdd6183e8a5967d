import { expect, it } from 'vitest';
import type { PersistentMemory } from '../../model/memory.ts';
import type { ContextRuleEngine } from '../../model/rule.ts';
import { possibleVariables } from './possible-variables.ts';
import { requiredVariables } from './required-variables.ts';

const memory = (id: string, more: Partial<PersistentMemory> = {}): PersistentMemory => ({
  id,
  label: id,
  version: '1.0.0',
  status: 'active',
  inputs_scope: [],
  additional_variables: [],
  retrieval: { pipeline: [] },
  contribution: { section: 'state', priority: 'low', format: 'prose' },
  ...more,
});

const engine: ContextRuleEngine = {
  id: 'planning',
  name: 'Planning',
  description: '',
  enabled: true,
  rules: [
    {
      id: 'r1',
      name: 'Rule',
      when: [
        { field: 'addVar.phase', operator: 'in', value: ['planning', 'review'] },
        { field: 'addVar.iteration', operator: 'gte', value: 2 },
        { field: 'scope.agent.agent_type', operator: 'eq', value: 'qa' },
        { field: 'phase', operator: 'exists' },
      ],
      then: { add_memories: [] },
    },
  ],
};

it('lists standard fields, fields of rules, memories and samples, sorted, the first source counting', () => {
  const memories = [
    memory('docs', {
      inputs_scope: ['agent'],
      additional_variables: [{ name: 'depth', type: 'number', required: true, default: 3 }],
    }),
  ];
  const samples = [
    {
      id: 's',
      name: 'S',
      request: { scope_variables: {}, additional_variables: { phase: 'planning', repo: { stars: 4 } } },
    },
    { id: 'broken', name: 'Broken', request: { scope_variables: 5 } },
  ];
  const variables = possibleVariables([engine], memories, samples);
  const names = variables.map(variable => variable.name);
  expect(names).toEqual([...names].sort());
  const interesting = variables.filter(variable => variable.source !== 'scope');
  expect(interesting).toEqual([
    {
      name: 'addVar.depth',
      type: 'number',
      source: 'memory',
      required: true,
      used_by: ['docs'],
      examples: [3],
    },
    { name: 'addVar.iteration', type: 'number', source: 'rule', used_by: ['planning/r1'] },
    {
      name: 'addVar.phase',
      type: 'string',
      source: 'rule',
      used_by: ['planning/r1'],
      examples: ['planning', 'review'],
    },
    { name: 'addVar.repo', type: 'object', source: 'sample', used_by: [], examples: [{ stars: 4 }] },
    { name: 'addVar.repo.stars', type: 'number', source: 'sample', used_by: [], examples: [4] },
    {
      name: 'scope.agent.agent_type',
      type: 'string',
      source: 'rule',
      used_by: ['planning/r1'],
      examples: ['qa'],
    },
  ]);
  expect(variables.find(variable => variable.name === 'scope.agent.agent_id')).toEqual({
    name: 'scope.agent.agent_id',
    type: 'string',
    source: 'scope',
    required: true,
    used_by: ['docs'],
  });
});

it('requires the id field of each scope and joins declarations by name', () => {
  const required = requiredVariables([
    memory('a', {
      inputs_scope: ['project', 'agent'],
      additional_variables: [{ name: 'depth', type: 'number' }],
    }),
    memory('b', {
      inputs_scope: ['agent'],
      additional_variables: [
        { name: 'depth', type: 'string', required: true },
        { name: '__proto__', type: 'array' },
      ],
    }),
  ]);
  expect(required.scope_variables).toEqual(['scope.agent.agent_id', 'scope.project.project_id']);
  expect(Object.entries(required.additional_variables)).toEqual([
    ['__proto__', { type: 'array', required: false, from_memory: ['b'] }],
    ['depth', { type: 'unknown', required: true, from_memory: ['a', 'b'] }],
  ]);
});

it('believes a declaration before what was seen and that before a guess, and nobody who contradicts himself', () => {
  const asking = (value: unknown): ContextRuleEngine => ({
    ...engine,
    rules: [
      {
        id: 'r',
        name: 'R',
        when: [{ field: 'addVar.x', operator: 'eq', value }],
        then: { add_memories: [] },
      },
    ],
  });
  const declaring = (...types: ('string' | 'number')[]) =>
    types.map((type, at) => memory(`m${at}`, { additional_variables: [{ name: 'x', type }] }));
  const seen = (...values: unknown[]) =>
    values.map((x, at) => ({
      id: `s${at}`,
      name: 'S',
      request: { scope_variables: {}, additional_variables: { x } },
    }));
  const told = (...given: Parameters<typeof possibleVariables>) =>
    possibleVariables(...given).find(({ name }) => name === 'addVar.x');
  const types = [
    told([asking('a')], declaring('number'), seen(true)),
    told([asking('a')], [], seen(true)),
    told([asking('a')], [], []),
    told([asking('a')], declaring('number', 'string'), []),
    told([], declaring('number', 'number'), []),
    told([], [], seen(1, 'a')),
    told([], [], seen(null)),
    told([asking(null)], [], seen(2)),
  ].map(one => one?.type);
  expect(types).toEqual(['number', 'boolean', 'string', 'unknown', 'number', 'unknown', 'unknown', 'number']);
  expect(told([asking('a')], declaring('number'), seen(true))).toEqual({
    name: 'addVar.x',
    type: 'number',
    source: 'rule',
    used_by: ['m0', 'planning/r'],
    examples: [true, 'a'],
  });
  expect(told([], declaring('number'), seen(5))?.source).toBe('memory');
});

it('shows five values at most, each once', () => {
  const values = ['a', { b: 1 }, 'a', { b: 1 }, null, 1, 2, 3, 4];
  const samples = values.map((x, at) => ({
    id: `s${at}`,
    name: 'S',
    request: { scope_variables: {}, additional_variables: { x } },
  }));
  const told = possibleVariables([], [], samples).find(({ name }) => name === 'addVar.x');
  expect(told?.examples).toEqual(['a', { b: 1 }, 1, 2, 3]);
});

it('knows of a constant what kind of values the operator takes', () => {
  const typeOf = (
    operator: 'starts_with' | 'regex' | 'lt' | 'contains' | 'exists' | 'neq',
    value?: unknown,
  ) => {
    const when = [{ field: 'addVar.x', operator, value }];
    const rules = [{ id: 'r', name: 'R', when, then: { add_memories: [] } }];
    return possibleVariables([{ ...engine, rules }], [], []).find(({ name }) => name === 'addVar.x');
  };
  const found = [
    typeOf('starts_with', 'a'),
    typeOf('regex', 'a'),
    typeOf('lt', '3'),
    typeOf('contains', 'a'),
    typeOf('exists'),
    typeOf('neq', true),
  ].map(one => [one?.type, one?.examples]);
  expect(found).toEqual([
    ['string', undefined],
    ['string', undefined],
    ['number', undefined],
    ['unknown', undefined],
    ['unknown', undefined],
    ['boolean', [true]],
  ]);
});

it('is required where some memory says so, and no scope has a text as its input', () => {
  const additional_variables = [
    { name: 'may', type: 'string' as const },
    { name: 'must', type: 'string' as const, required: true },
    { name: 'need-not', type: 'string' as const, required: false },
  ];
  const told = possibleVariables([], [memory('m', { additional_variables })], []);
  expect(told.filter(({ required }) => required !== undefined).map(({ name }) => name)).toEqual([
    'addVar.must',
  ]);
  expect(told.find(({ name }) => name === 'input.text')).toEqual({
    name: 'input.text',
    type: 'string',
    source: 'scope',
    used_by: [],
  });
});
