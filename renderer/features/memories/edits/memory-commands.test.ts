import { beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../../../../shared/model/json.ts';
import { redo, undo, useDocuments } from '../../../stores/documents.ts';
import { applyEdit, type Documents, emptyDocuments, undoStep } from '../../../stores/history.ts';
import { setWorkspace, useWorkspace } from '../../../stores/workspace.ts';
import { giveMemoryName, renameMemory } from './memory-commands.ts';
import { addMemory, newMemory } from './memory-edits.ts';

function documents(memoryId: string, label: string): Documents {
  const sample = (id: string, request: JsonObject) => ({ id, name: id, request });
  return {
    engines: {
      e: {
        id: 'e',
        name: 'E',
        description: '',
        enabled: true,
        rules: [
          { id: 'r', name: 'r', when: [], then: { add_memories: ['other', memoryId] } },
          { id: 's', name: 's', when: [], then: { add_memories: ['other'] } },
        ],
      },
    },
    memories: { [memoryId]: newMemory(memoryId, label), other: newMemory('other', 'Other') },
    samples: {
      asks: sample('asks', { explicit_memory: [memoryId, 'other'] }),
      odd: sample('odd', { explicit_memory: memoryId }),
    },
    contracts: {
      c: {
        id: 'c',
        name: 'C',
        severity: 'error',
        state: { kind: 'never', memory: 'other', other: memoryId },
      },
    },
    tests: {},
    layouts: { e: { id: 'e', pins: { 'rule:r': { x: 0, y: 0 }, [`memory:${memoryId}`]: { x: 1, y: 2 } } } },
  };
}

const history = (working: Documents) => ({ working, past: [], future: [] });

it('renames a memory wherever it is named, in one step that undo takes back whole', () => {
  const before = documents('notes', 'Notes');
  const renamed = applyEdit(
    history(before),
    { label: 'rename memory', recipe: draft => renameMemory(draft, 'notes', 'remarks', 'Remarks') },
    0,
  );
  const expected = documents('remarks', 'Remarks');
  // A request that is no request says what somebody wrote, not which memory is meant.
  expected.samples.odd = { id: 'odd', name: 'odd', request: { explicit_memory: 'notes' } };
  expect(renamed.working).toEqual(expected);
  expect(Object.keys(renamed.working.layouts.e?.pins ?? {})).toEqual(['rule:r', 'memory:remarks']);
  expect([renamed.past.length, undoStep(renamed).working]).toEqual([1, before]);
});

it('touches nothing but the label where the id stays, and no file that does not name the memory', () => {
  const before = documents('notes', 'Notes');
  const relabelled = applyEdit(
    history(before),
    { label: 'rename memory', recipe: draft => renameMemory(draft, 'notes', 'notes', 'Better') },
    0,
  );
  expect(relabelled.past[0]?.patches.map(({ path }) => path.join('/'))).toEqual(['memories/notes/label']);
  const other = applyEdit(
    history(before),
    { label: 'rename memory', recipe: draft => renameMemory(draft, 'gone', 'x', 'X') },
    0,
  );
  expect(other.working).toBe(before);
});

it('names each memory once where the new id was asked for already', () => {
  const draft = documents('notes', 'Notes');
  delete draft.memories.other;
  draft.layouts.e = { id: 'e', pins: { 'memory:other': { x: 5, y: 5 }, 'memory:notes': { x: 1, y: 2 } } };
  renameMemory(draft, 'notes', 'other', 'Other');
  expect([
    draft.engines.e?.rules[0]?.then.add_memories,
    draft.samples.asks?.request.explicit_memory,
    draft.layouts.e?.pins,
  ]).toEqual([['other'], ['other'], { 'memory:other': { x: 5, y: 5 } }]);
});

beforeEach(() => {
  const working = structuredClone(emptyDocuments);
  for (const id of ['notes', 'other']) addMemory(working, id, id);
  useDocuments.setState({ working, saved: working, past: [], future: [] });
});

const chosen = () => useWorkspace.getState().memoryId;

it('the memory in sight stays so when it is renamed, and when that is undone and done again', () => {
  setWorkspace({ memoryId: 'notes' });
  giveMemoryName('notes', 'remarks', 'Remarks');
  expect(chosen()).toBe('remarks');
  giveMemoryName('remarks', 'words', 'Words');
  expect(chosen()).toBe('words');
  undo();
  expect(chosen()).toBe('remarks');
  undo();
  expect(chosen()).toBe('notes');
  redo();
  expect(chosen()).toBe('remarks');
});

it('another that is in sight stays so', () => {
  setWorkspace({ memoryId: 'other' });
  giveMemoryName('notes', 'remarks', 'Remarks');
  undo();
  expect(chosen()).toBe('other');
});
