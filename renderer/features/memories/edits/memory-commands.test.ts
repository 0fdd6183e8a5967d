import { beforeEach, expect, it } from 'vitest';
import { redo, undo, useDocuments } from '../../../stores/documents.ts';
import { emptyDocuments } from '../../../stores/history.ts';
import { setWorkspace, useWorkspace } from '../../../stores/workspace.ts';
import { giveMemoryName } from './memory-commands.ts';
import { addMemory } from './memory-edits.ts';

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
