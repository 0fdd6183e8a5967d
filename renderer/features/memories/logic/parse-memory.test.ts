import { expect, it } from 'vitest';
import { newMemory } from '../edits/memory-edits.ts';
import { asMemory } from './parse-memory.ts';

const memory = newMemory('notes', 'Notes');

it('takes a memory with all its unknown keys', () => {
  const value = { ...memory, x_note: 'kept' };
  expect(asMemory(value, 'notes')).toEqual({ ok: true, memory: value, problems: [] });
});

it('takes a memory whose steps still need mending, and says what', () => {
  const value = { ...memory, retrieval: { pipeline: [{ type: 'deduplicate' }] } };
  expect(asMemory(value, 'notes')).toMatchObject({
    ok: true,
    problems: [{ code: 'missing_param', path: 'retrieval.pipeline.0.params.field' }],
  });
});

it.each([
  ['another id', { ...memory, id: 'other' }, 'id'],
  ['a wrong shape', { ...memory, status: 'old' }, 'status'],
  ['no object', null, ''],
])('refuses %s', (_title, value, path) => {
  const parsed = asMemory(value, 'notes');
  expect([parsed.ok, parsed.problems[0]?.path]).toEqual([false, path]);
});
