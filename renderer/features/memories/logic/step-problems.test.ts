import { expect, it } from 'vitest';
import { newMemory } from '../edits/memory-edits.ts';
import { runnablePart, stepProblems } from './step-problems.ts';

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

it('runs the steps before the first that cannot run yet', () => {
  const memory = newMemory('notes', 'Notes');
  const [first] = memory.retrieval.pipeline;
  const bad = { type: 'deduplicate' as const };
  const withSteps = (...pipeline: (typeof bad | NonNullable<typeof first>)[]) => ({
    ...memory,
    retrieval: { pipeline },
  });
  expect(first && runnablePart(withSteps(first, bad, bad))).toEqual(first && withSteps(first));
  expect(runnablePart(withSteps(bad))).toBeUndefined();
  expect(runnablePart(memory)).toBe(memory);
});
