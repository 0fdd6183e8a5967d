import { formatCanonicalJson } from '../../../../shared/model/canonical-json.ts';
import { memoryOrder } from '../../../../shared/model/key-orders.ts';

/** The memory as its file will read. */
export function memoryJson(memory: unknown): string {
  return formatCanonicalJson(memory, memoryOrder);
}
