import { describe, expect, it } from 'vitest';
import type { Documents } from '../../../stores/history.ts';
import {
  addMemory,
  addVariable,
  changeVariable,
  deleteMemory,
  duplicateMemory,
  newMemory,
  setDescription,
  setMaxItems,
  setRequired,
  setScopes,
  setTags,
} from './memory-edits.ts';

function documents(): Documents {
  const rule = (id: string, memories: string[]) => ({
    id,
    name: id,
    when: [],
    then: { add_memories: memories },
  });
  return {
    engines: {
      e: {
        id: 'e',
        name: 'E',
        description: '',
        enabled: true,
        rules: [rule('r', ['notes', 'other']), rule('s', ['other'])],
      },
    },
    memories: { notes: newMemory('notes', 'Notes') },
    samples: {},
    layouts: {},
    contracts: {},
    tests: {},
  };
}

describe('adding and copying', () => {
  it('mints a free id from the label', () => {
    const draft = documents();
    expect([addMemory(draft, 'Notes'), draft.memories['notes-2']?.label]).toEqual(['notes-2', 'Notes']);
  });

  it('copies a memory whole under its own id', () => {
    const draft = documents();
    const id = duplicateMemory(draft, 'notes');
    expect([id, draft.memories[id ?? '']]).toEqual([
      'notes-copy',
      { ...newMemory('notes', 'Notes'), id: 'notes-copy', label: 'Notes copy' },
    ]);
  });
});

describe('deleting', () => {
  const adds = (draft: Documents) => draft.engines.e?.rules.map(rule => rule.then.add_memories);

  it('leaves rules alone unless asked', () => {
    const draft = documents();
    deleteMemory(draft, 'notes', false);
    expect([Object.keys(draft.memories), adds(draft)]).toEqual([[], [['notes', 'other'], ['other']]]);
  });

  it('takes the memory out of every rule when asked', () => {
    const draft = documents();
    deleteMemory(draft, 'notes', true);
    expect(adds(draft)).toEqual([['other'], ['other']]);
  });
});

it('leaves optional keys out of the file when they say nothing', () => {
  const memory = newMemory('notes', 'Notes');
  const before = JSON.stringify(memory);
  setDescription(memory, 'text');
  setMaxItems(memory.contribution, 0);
  setRequired(memory.contribution, true);
  setTags(memory, ['a']);
  expect(memory).toMatchObject({
    description: 'text',
    contribution: { max_items: 0, required: true },
    tags: ['a'],
  });
  setDescription(memory, '');
  setMaxItems(memory.contribution, undefined);
  setRequired(memory.contribution, false);
  setTags(memory, []);
  expect(JSON.stringify(memory)).toBe(before);
});

it('keeps scopes in their own order', () => {
  const memory = newMemory('notes', 'Notes');
  setScopes(memory, ['task', 'swarm']);
  expect(memory.inputs_scope).toEqual(['swarm', 'task']);
});

it('edits declared variables', () => {
  const memory = newMemory('notes', 'Notes');
  addVariable(memory);
  addVariable(memory);
  changeVariable(memory, 0, { name: 'phase', required: true, default: 'planning' });
  changeVariable(memory, 0, { required: undefined });
  expect(memory.additional_variables).toEqual([
    { name: 'phase', type: 'string', default: 'planning' },
    { name: 'variable_2', type: 'string' },
  ]);
});
