import { expect, it } from 'vitest';
import { newMemory } from '../edits/memory-edits.ts';
import { judgeMemory, memoryJson } from './memory-json.ts';

it('writes keys in the order of the file, unknown ones last', () => {
  const { id, label, ...rest } = newMemory('notes', 'Notes');
  const memory = { x_note: 1, tags: ['t'], ...rest, label, id, description: 'd' };
  memory.contribution = { max_items: 3, format: 'prose', priority: 'low', section: 'state' };
  const text = memoryJson(memory);
  const keys = [...text.matchAll(/^ {2}"(\w+)"/gm)].map(match => match[1]);
  expect([keys, Object.keys(JSON.parse(text).contribution)]).toEqual([
    [
      'id',
      'label',
      'description',
      'version',
      'status',
      'inputs_scope',
      'additional_variables',
      'retrieval',
      'contribution',
      'tags',
      'x_note',
    ],
    ['section', 'priority', 'format', 'max_items'],
  ]);
});

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
