import type { StepType } from '../../../../shared/pipeline/step-types.ts';
import { edit } from '../../../stores/documents.ts';
import { offerUndo } from '../../../stores/offer-undo.ts';
import { setWorkspace, showMemory } from '../../../stores/workspace.ts';
import { setMemoryView } from '../memory-view.ts';
import { addMemory, deleteMemory, duplicateMemory } from './memory-edits.ts';
import { renameMemory } from './rename-memory.ts';
import { addStep, setParam } from './step-edits.ts';

/** Makes a memory whose pipeline begins with the given step, and shows it. */
export function createMemory(label: string, id: string, start: StepType): void {
  edit('new memory', draft => {
    const memory = draft.memories[addMemory(draft, label, id)];
    if (!memory) return;
    memory.retrieval.pipeline = [];
    addStep(memory, start);
    // A first text, to be written at once.
    if (start === 'static') setParam(memory, 0, 'items', ['']);
  });
  setMemoryView({ tab: 'pipeline' });
  showMemory(id);
}

/** Duplicates a memory and shows the copy. */
export function copyMemory(memoryId: string): void {
  const made: { id?: string | undefined } = {};
  edit('duplicate memory', draft => {
    made.id = duplicateMemory(draft, memoryId);
  });
  if (made.id !== undefined) showMemory(made.id);
}

/** Gives a memory another id and label, here and wherever it is named, and stays with it. */
export function giveMemoryName(memoryId: string, to: string, label: string): void {
  edit('rename memory', draft => renameMemory(draft, memoryId, to, label));
  showMemory(to);
}

/** Deletes a memory and offers to take that back. */
export function removeMemory(memoryId: string, fromRules: boolean): void {
  edit('delete memory', draft => deleteMemory(draft, memoryId, fromRules));
  setWorkspace({ memoryId: undefined });
  offerUndo(`Deleted "${memoryId}".`, () => setWorkspace({ memoryId }));
}
