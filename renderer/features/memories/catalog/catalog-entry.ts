import type { PersistentMemory } from '../../../../shared/model/memory.ts';
import type { MemoryCost } from '../logic/memory-costs.ts';

/** One memory with its figures in the current sample. */
export interface CatalogEntry {
  readonly memory: PersistentMemory;
  /** Absent when the sample does not ask for it. */
  readonly cost: MemoryCost | undefined;
  readonly uses: number;
}

export type UseFilter = 'all' | 'in-sample' | 'used' | 'unused';

export function inFilter(entry: CatalogEntry, filter: UseFilter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'in-sample':
      return entry.cost !== undefined;
    case 'used':
      return entry.uses > 0;
    case 'unused':
      return entry.uses === 0;
  }
}
