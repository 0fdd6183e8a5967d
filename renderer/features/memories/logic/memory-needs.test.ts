import { describe, expect, it } from 'vitest';
import type { PersistentMemory } from '../../../../shared/model/memory.ts';
import type { Sample } from '../../../../shared/model/sample.ts';
import { newMemory } from '../edits/memory-edits.ts';
import { judgeNeeds, memoryNeeds } from './memory-needs.ts';

const memory: PersistentMemory = {
  ...newMemory('notes', 'Notes'),
  inputs_scope: ['thread'],
  additional_variables: [
    { name: 'phase', type: 'string', required: true, default: 'planning' },
    { name: 'limit', type: 'number', default: 3 },
  ],
  retrieval: {
    pipeline: [
      { type: 'derive_query', alias: 'q', params: { from: 'query' } },
      {
        type: 'kv_get',
        alias: 'keys',
        params: {
          instance: '$${literal}',
          namespace: 'sessions/${thread_id}/${repo.name}',
          keys: ['${q}', '${phase}'],
        },
      },
    ],
  },
};

it('names what scopes, declared variables and templates ask for', () => {
  expect(memoryNeeds(memory)).toEqual([
    { name: 'input.text', kind: 'prefixed', required: false },
    { name: 'scope.thread.thread_id', kind: 'prefixed', required: true },
    { name: 'addVar.phase', kind: 'prefixed', required: true },
    { name: 'addVar.limit', kind: 'prefixed', required: false },
    { name: 'repo.name', kind: 'flat', required: true },
  ]);
});

it('needs nothing for fixed texts', () => {
  expect(memoryNeeds(newMemory('notes', 'Notes'))).toEqual([]);
});

describe('judging needs', () => {
  const sample = (name: string, request: Sample['request']): Sample => ({ id: name, name, request });
  const samples = [
    sample('full', {
      scope_variables: { thread: { thread_id: 't' } },
      additional_variables: { phase: 'x', repo: { name: 'weft' } },
      input: 'hello',
    }),
    sample('bare', { scope_variables: {} }),
  ];
  const states = (request: Sample['request'] | undefined) =>
    judgeNeeds(memory, request, samples).map(({ name, given, missingIn }) => [name, given, missingIn]);

  it('says what the current sample gives and which samples lack it; a default helps only where nothing is required', () => {
    expect(states(samples[0]?.request)).toEqual([
      ['input.text', true, ['bare']],
      ['scope.thread.thread_id', true, ['bare']],
      ['addVar.phase', true, ['bare']],
      ['addVar.limit', true, []],
      ['repo.name', true, ['bare']],
    ]);
  });

  it('says nothing of what is given without a sample', () => {
    expect(states(undefined).every(([, given]) => given === undefined)).toBe(true);
  });
});
