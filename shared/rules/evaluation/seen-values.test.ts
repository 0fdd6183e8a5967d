import { expect, it } from 'vitest';
import { memoryOf } from '../../../test/support/engine-definitions.ts';
import { seenValues } from './seen-values.ts';

const nowhere = { engines: [], memories: [], samples: [], contracts: [], recordings: [] };
const sample = (name: string, additional_variables: Record<string, unknown>) => ({
  id: name,
  name,
  request: { scope_variables: {}, additional_variables },
});

it('gathers values of samples, recordings, rules and contracts with where they stand, the most frequent first', () => {
  const when = [{ field: 'addVar.phase', operator: 'in' as const, value: ['planning', 'review'] }];
  const seen = seenValues({
    ...nowhere,
    samples: [sample('a', { phase: 'review' }), sample('b', { phase: 'review', risk: 3, tags: ['x', 'y'] })],
    recordings: [
      { id: 'c-1', request: sample('', { phase: 'hotfix' }).request },
      { id: 'broken', request: 1 },
    ],
    engines: [
      {
        id: 'e',
        name: 'E',
        description: '',
        enabled: true,
        rules: [{ id: 'r', name: 'R', when, then: { add_memories: [] } }],
      },
    ],
    contracts: [
      { id: 'k', name: 'K', severity: 'error', state: { kind: 'always', memory: 'm' as never }, when },
    ],
  });
  expect(
    seen.get('addVar.phase')?.map(({ value, places }) => [value, places.map(({ name }) => name)]),
  ).toEqual([
    ['review', ['a', 'b', 'R', 'K']],
    ['planning', ['R', 'K']],
    ['hotfix', ['c-1']],
  ]);
  expect(seen.get('addVar.risk')).toEqual([{ value: 3, places: [{ kind: 'sample', name: 'b' }] }]);
  expect(seen.get('addVar.tags')?.map(({ value }) => value)).toEqual(['x', 'y']);
});

it('takes no pattern, nothing missing, no empty text and no object for a value', () => {
  const rule = {
    id: 'r',
    name: 'R',
    then: { add_memories: [] },
    when: [{ field: 'addVar.a', operator: 'regex' as const, value: 'x' }],
  };
  const engine = { id: 'e', name: 'E', description: '', enabled: true, rules: [rule] };
  const seen = seenValues({
    ...nowhere,
    engines: [engine],
    samples: [sample('s', { a: null, b: '', c: {} })],
  });
  expect([...seen.values()].flat()).toEqual([]);
});

it('takes defaults of memories for values, tells places once each, and keeps the order of those that are as frequent', () => {
  const variable = (name: string, value: unknown) => ({ name, type: 'array' as const, default: value });
  const memory = memoryOf('docs', {
    label: 'Docs',
    additional_variables: [variable('tags', ['x', 'y']), { name: 'bare', type: 'string' }],
  });
  const twice = [
    { field: 'addVar.tags', operator: 'contains' as const, value: 'z' },
    { field: 'addVar.tags', operator: 'eq' as const, value: 'z' },
    { field: 'addVar.tags', operator: 'exists' as const, value: 'no' },
  ];
  const rule = { id: 'r', name: 'R', when: twice, then: { add_memories: [] } };
  const engine = { id: 'e', name: 'E', description: '', enabled: true, rules: [rule] };
  const seen = seenValues({ ...nowhere, memories: [memory], engines: [engine] });
  expect(seen.get('addVar.tags')).toEqual([
    { value: 'z', places: [{ kind: 'rule', name: 'R' }] },
    { value: 'x', places: [{ kind: 'memory', name: 'Docs' }] },
    { value: 'y', places: [{ kind: 'memory', name: 'Docs' }] },
  ]);
  expect(seen.has('addVar.bare')).toBe(false);
});

it('looks into no request that is half-written, and into what a recording has', () => {
  const halves = [null, 'text', {}, { scope_variables: 3 }, { additional_variables: { a: 1 } }];
  const recordings = halves.map((request, at) => ({ id: `c${at}`, request }));
  expect(seenValues({ ...nowhere, recordings }).size).toBe(0);
  const { request } = sample('s', { n: { deep: false } });
  const seen = seenValues({ ...nowhere, recordings: [{ id: 'c', request }] });
  expect([...seen]).toEqual([
    ['addVar.n.deep', [{ value: false, places: [{ kind: 'recording', name: 'c' }] }]],
  ]);
});
