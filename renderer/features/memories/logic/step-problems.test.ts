import { expect, it } from 'vitest';
import { newMemory } from '../edits/memory-edits.ts';
import { stepProblems } from './step-problems.ts';

it('gives each step what is wrong with it, seen from the step', () => {
  const memory = newMemory('notes', 'Notes');
  memory.retrieval.pipeline = [
    { type: 'static', alias: 'a', params: { items: [] } },
    { type: 'rank', alias: 'a', params: { strategy: 'recency', source: 'later' } },
    { type: 'deduplicate', alias: 'later' },
  ];
  expect(stepProblems(memory).map(problems => problems.map(({ code, path }) => [code, path]))).toEqual([
    [],
    [
      ['unknown_source', 'params.source'],
      ['duplicate_alias', 'alias'],
    ],
    [['missing_param', 'params.field']],
  ]);
});
