import type { Step } from '../../../../shared/model/memory.ts';
import { renameMemoryPins } from '../../../../shared/renaming/rename-pins.ts';
import { edit } from '../../../stores/documents.ts';
import type { Documents } from '../../../stores/history.ts';
import { offerUndo } from '../../../stores/offer-undo.ts';
import { followId } from '../../../stores/rename-document.ts';
import { renameInDocuments } from '../../../stores/rename-named.ts';
import { setWorkspace, showMemory } from '../../../stores/workspace.ts';
import { t } from '../../../texts/texts.ts';
import { setMemoryView } from '../memory-view.ts';
import { addMemory, deleteMemory, duplicateMemory } from './memory-edits.ts';

/** Makes a memory whose pipeline begins with the given steps, and shows it. */
export function createMemory(label: string, id: string, steps: readonly Step[]): void {
  edit(t('new memory'), draft => {
    const memory = draft.memories[addMemory(draft, label, id)];
    // A copy: what is edited later is no part of what others begin with.
    if (memory) memory.retrieval.pipeline = structuredClone([...steps]);
  });
  setMemoryView({ tab: 'pipeline' });
  showMemory(id);
}

/** Duplicates a memory and shows the copy. */
export function copyMemory(memoryId: string): void {
  const made: { id?: string | undefined } = {};
  edit(t('duplicate memory'), draft => {
    made.id = duplicateMemory(draft, memoryId);
  });
  if (made.id !== undefined) showMemory(made.id);
}

/** Gives a memory another id and label, here and wherever it is named. */
export function giveMemoryName(memoryId: string, to: string, label: string): void {
  if (to !== memoryId) followId('memories', memoryId, to);
  edit(t('rename memory'), draft => renameMemory(draft, memoryId, to, label));
}

/**
 * Gives a memory another id and label, and the id to whatever names the memory: rules, also those that are begun,
 * requests of samples, contracts, tests and pins on the canvas. Says whether there was such a memory.
 */
export function renameMemory(draft: Documents, id: string, to: string, label: string): boolean {
  const memory = draft.memories[id];
  if (!memory) return false;
  memory.label = label;
  if (to === id) return true;
  delete draft.memories[id];
  draft.memories[to] = { ...memory, id: to };
  renameInDocuments(draft, 'memory', name => (name === id ? to : name));
  for (const { value } of renameMemoryPins(id, to, Object.values(draft.layouts)))
    draft.layouts[value.id] = value;
  return true;
}

/** Deletes a memory and offers to take that back. */
export function removeMemory(memoryId: string, fromRules: boolean): void {
  offerUndo(
    t('Deleted "{memoryId}".', { memoryId }),
    () => edit(t('delete memory'), draft => deleteMemory(draft, memoryId, fromRules)),
    () => setWorkspace({ memoryId }),
  );
  setWorkspace({ memoryId: undefined });
}
