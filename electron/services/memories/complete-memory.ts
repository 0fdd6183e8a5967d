import type { MemoryDraft, PersistentMemory } from '../../../shared/model/memory.ts';
import { mintFrom } from '../rules/complete-engine.ts';

/** A memory type as it is stored: an id minted from its label where it has none, version 1.0.0, active. */
export function completeMemory(draft: MemoryDraft, takenIds: Iterable<string>): PersistentMemory {
  return {
    ...draft,
    id: draft.id ?? mintFrom(draft.label, 'memory', takenIds),
    version: draft.version ?? '1.0.0',
    status: draft.status ?? 'active',
    inputs_scope: draft.inputs_scope ?? [],
    additional_variables: draft.additional_variables ?? [],
  };
}
