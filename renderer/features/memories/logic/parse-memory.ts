import { memorySchema, type PersistentMemory } from '../../../../shared/model/memory.ts';
import type { Problem } from '../../../../shared/model/problem.ts';
import { checkMemory } from '../../../../shared/model/validate-memory.ts';

/** JSON text as a memory, with every complaint; only what has the shape of one may be taken over. */
export type ParsedMemory =
  | { readonly ok: true; readonly memory: PersistentMemory; readonly problems: readonly Problem[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Judges a parsed JSON value as the memory `id`; the id itself is fixed here, since rules name it. */
export function asMemory(value: unknown, id: string): ParsedMemory {
  const problems = checkMemory(value);
  const otherId = (value as { id?: unknown } | null)?.id; // any JSON value may be asked for a key
  if (otherId !== undefined && otherId !== id) {
    const message = `id: must stay "${id}"; duplicate the memory to give it another id`;
    return { ok: false, problems: [{ code: 'fixed_id', path: 'id', message }, ...problems] };
  }
  // Code is refused at once (M2); what is merely wrong inside can be kept and mended.
  const isRefused = problems.some(problem => problem.code === 'code_refused');
  if (isRefused || !memorySchema.safeParse(value).success) return { ok: false, problems };
  return { ok: true, memory: value as PersistentMemory, problems }; // its shape was just checked
}
