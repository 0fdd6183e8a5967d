import { formatCanonicalJson } from '../../../../shared/model/canonical-json.ts';
import { memoryOrder } from '../../../../shared/model/key-orders.ts';
import type { PersistentMemory } from '../../../../shared/model/memory.ts';

/** The memory as its file will read. */
export function memoryJson(memory: PersistentMemory): string {
  return formatCanonicalJson(memory, memoryOrder);
}
