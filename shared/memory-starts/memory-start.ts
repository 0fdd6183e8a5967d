import type { PersistentMemory, Step } from '../model/memory.ts';

/** What a memory type can begin as. */
export interface MemoryStart {
  readonly label: string;
  readonly description: string;
  readonly steps: readonly Step[];
}

/** A memory type with these steps that works as it is; what `more` says stands in for the rest. */
export function freshMemory(
  id: string,
  label: string,
  steps: readonly Step[],
  more: Partial<PersistentMemory> = {},
): PersistentMemory {
  return {
    id,
    label,
    version: '1.0.0',
    status: 'active',
    inputs_scope: [],
    additional_variables: [],
    retrieval: { pipeline: [...steps] },
    contribution: { section: 'knowledge', priority: 'medium', format: 'bullet_list' },
    ...more,
  };
}
