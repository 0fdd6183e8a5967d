import { formatCanonicalJson } from '../../../../shared/model/canonical-json.ts';
import { hasShape } from '../../../../shared/model/check-shape.ts';
import { isJsonObject } from '../../../../shared/model/json.ts';
import { memoryOrder } from '../../../../shared/model/key-orders.ts';
import { memorySchema } from '../../../../shared/model/memory.ts';
import type { Problem } from '../../../../shared/model/problem.ts';
import { checkMemory } from '../../../../shared/model/validate-memory.ts';
import { t } from '../../../texts/texts.ts';

/** The memory as its file will read. */
export function memoryJson(memory: unknown): string {
  return formatCanonicalJson(memory, memoryOrder);
}

interface MemoryVerdict {
  readonly problems: readonly Problem[];
  /** What has the shape of a memory is taken over; what is merely wrong inside can be mended there. */
  readonly acceptable: boolean;
}

/** Everything wrong with a JSON value as the memory `id`; the id itself is fixed, since rules and its file name it. */
export function judgeMemory(value: unknown, id: string): MemoryVerdict {
  const problems = checkMemory(value);
  const given = isJsonObject(value) ? value.id : undefined;
  if (given !== undefined && given !== id) {
    const message = t('The id stays "{id}": rules and the file name it. F2 renames the memory everywhere.', {
      id,
    });
    return { problems: [{ code: 'fixed_id', path: 'id', message }, ...problems], acceptable: false };
  }
  // Code is refused at once.
  const isRefused = problems.some(problem => problem.code === 'code_refused');
  return { problems, acceptable: !isRefused && hasShape(memorySchema, value) };
}
