import { expect, it } from 'vitest';
import { newMemory } from '../edits/memory-edits.ts';
import { judgeMemory } from './judge-memory.ts';

const memory = newMemory('notes', 'Notes');
const withStep = (step: object) => ({ ...memory, retrieval: { pipeline: [step] } });

it('takes a memory with unknown keys', () => {
  expect(judgeMemory({ ...memory, x_note: 'kept' }, 'notes')).toEqual({ problems: [], acceptable: true });
});

it('takes a memory whose steps still need mending, and says what', () => {
  expect(judgeMemory(withStep({ type: 'deduplicate' }), 'notes')).toMatchObject({
    acceptable: true,
    problems: [{ code: 'missing_param', path: 'retrieval.pipeline.0.params.field' }],
  });
});

it.each([
  ['another id', { ...memory, id: 'other' }, 'id'],
  ['a wrong shape', { ...memory, status: 'old' }, 'status'],
  ['a step that would run code', withStep({ type: 'filter', code: 'x' }), 'retrieval.pipeline.0.code'],
  ['no object', null, ''],
])('refuses %s', (_title, value, path) => {
  const verdict = judgeMemory(value, 'notes');
  expect([verdict.acceptable, verdict.problems[0]?.path]).toEqual([false, path]);
});
