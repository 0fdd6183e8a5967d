import type { Step } from '../../../../shared/model/memory.ts';
import { edit } from '../../../stores/documents.ts';
import { offerUndo } from '../../../stores/offer-undo.ts';
import { followId } from '../../../stores/rename-document.ts';
import { setWorkspace, showMemory } from '../../../stores/workspace.ts';
import { t } from '../../../texts/texts.ts';
import { setMemoryView } from '../memory-view.ts';
import { addMemory, deleteMemory, duplicateMemory } from './memory-edits.ts';
import { renameMemory } from './rename-memory.ts';

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

/** Deletes a memory and offers to take that back. */
export function removeMemory(memoryId: string, fromRules: boolean): void {
  offerUndo(
    t('Deleted "{memoryId}".', { memoryId }),
    () => edit(t('delete memory'), draft => deleteMemory(draft, memoryId, fromRules)),
    () => setWorkspace({ memoryId }),
  );
  setWorkspace({ memoryId: undefined });
}
