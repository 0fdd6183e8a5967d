import { renameMemoryPins } from '../../../../shared/renaming/rename-pins.ts';
import type { Documents } from '../../../stores/history.ts';
import { renameInDocuments } from '../../../stores/rename-named.ts';

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
