import { isDeepStrictEqual } from 'node:util';
import { lowerOrigin } from '../../../shared/model/authority.ts';
import type { MemoryDraft, PersistentMemory } from '../../../shared/model/memory.ts';
import type { Origin } from '../../../shared/model/origin.ts';
import type { Caller } from './call.ts';

/**
 * A memory type as its writer may leave it: what an agent wrote into it is not the project's word, whatever it says of
 * itself, and what it left as it was keeps its origin. A user may vouch for it: takes the origin away, or gives another.
 */
export function stampOrigin(
  { door }: Caller,
  memory: PersistentMemory,
  before?: PersistentMemory,
): PersistentMemory {
  if (door !== 'mcp') return memory;
  const isSame = before !== undefined && isDeepStrictEqual(before.retrieval, memory.retrieval);
  if (!isSame) return { ...memory, origin: lowerOrigin(memory.origin ?? 'agent', lowest(before, 'agent')) };
  const { origin: _, ...said } = memory;
  return before.origin === undefined ? said : { ...said, origin: before.origin };
}

const lowest = (before: PersistentMemory | undefined, origin: Origin): Origin =>
  before?.origin === undefined ? origin : lowerOrigin(before.origin, origin);

/** A memory type that came in a file from elsewhere. */
export const asImported = (draft: MemoryDraft): MemoryDraft => ({
  ...draft,
  origin: lowerOrigin(draft.origin ?? 'import', 'import'),
});
