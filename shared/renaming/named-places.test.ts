import { expect, it } from 'vitest';
import { isNamed, type Named, type NamingKind, renameNamed } from './named-places.ts';

const to = (from: string, name: string) => (other: string) => (other === from ? name : other);

it.each<[Named, NamingKind, object, object, string[]]>([
  [
    'memory',
    'engines',
    { rules: [{ then: { add_memories: ['b', 'a', 'z'] } }, { then: { add_memories: ['b'] } }] },
    { rules: [{ then: { add_memories: ['b', 'z'] } }, { then: { add_memories: ['b'] } }] },
    ['rules.0.then.add_memories'],
  ],
  [
    'memory',
    'tests',
    { expect: [{ memory: 'a' }, { memories: ['b', 'a'] }, { of: { memory: 'a' } }, { rule: 'a/a' }] },
    { expect: [{ memory: 'z' }, { memories: ['b', 'z'] }, { of: { memory: 'z' } }, { rule: 'a/a' }] },
    ['expect.0.memory', 'expect.1.memories', 'expect.2.of.memory'],
  ],
  [
    'memory',
    'layouts',
    { begun: { r: { at: 1, rule: { then: { add_memories: ['a'] } } } } },
    { begun: { r: { at: 1, rule: { then: { add_memories: ['z'] } } } } },
    ['begun.r.rule.then.add_memories'],
  ],
  [
    'collection',
    'memories',
    { retrieval: { pipeline: [{ steps: [{ params: { collection: ['a', 'b'] } }] }] }, collection: 'a' },
    { retrieval: { pipeline: [{ steps: [{ params: { collection: ['z', 'b'] } }] }] }, collection: 'z' },
    ['retrieval.pipeline.0.steps.0.params.collection', 'collection'],
  ],
])('renames %s in %s', (named, kind, before, after, places) => {
  const document = { id: 'd', ...before };
  expect(renameNamed(named, kind, [document], to('a', 'z'))).toEqual([
    { value: { id: 'd', ...after }, places },
  ]);
  expect(isNamed(named, kind, document, name => name === 'a')).toBe(true);
});

it('leaves half-written requests and what reads alike, and gives only what changed', () => {
  const samples = [
    { request: { explicit_memory: 'a' } },
    { request: { explicit_memory: { 0: 'a' }, additional_variables: { memory: 'a' } } },
    { request: null },
  ];
  expect(renameNamed('memory', 'samples', samples, to('a', 'z'))).toEqual([]);
});
