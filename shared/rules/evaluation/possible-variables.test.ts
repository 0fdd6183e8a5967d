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

it('V1: lists standard fields, fields of rules, memories and samples, sorted, the first source counting', () => {
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

it('V2: requires the id field of each scope and joins declarations by name', () => {
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
