import { unreachable } from '../../../../shared/contract/errors.ts';
import type { PersistentMemory } from '../../../../shared/model/memory.ts';
import type { MemoryCost } from '../logic/memory-costs.ts';

/** One memory with its figures in the current sample. */
export interface CatalogEntry {
  readonly memory: PersistentMemory;
  /** Absent when the sample does not ask for it. */
  readonly cost: MemoryCost | undefined;
  /** Names of the rules that add it. */
  readonly uses: readonly string[];
}

/** Whether anything of it is in the context; to be asked for is not enough. */
export function isInSample({ cost }: CatalogEntry): boolean {
  return cost !== undefined && cost.kept > 0;
}

export type UseFilter = 'all' | 'in-sample' | 'used' | 'unused';

export function inFilter(entry: CatalogEntry, filter: UseFilter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'in-sample':
      return isInSample(entry);
    case 'used':
      return entry.uses.length > 0;
    case 'unused':
      return entry.uses.length === 0;
    default:
      return unreachable(filter);
  }
}
