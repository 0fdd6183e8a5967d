import { expect, it } from 'vitest';
import { newMemory } from '../edits/memory-edits.ts';
import { memoryJson } from './memory-json.ts';

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
