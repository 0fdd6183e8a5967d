import type { AssembledContext } from './assembled-context.ts';
import type { PersistentMemory } from './memory.ts';
import type { Section } from './section.ts';

/**
 * Items that a budget cuts only after all others, each with the required memory whose text it is: its own, or one that
 * brought the same later. What stands as data, in another section than its memory's, is not required.
 */
export function requiredItems(
  { context, trace }: Pick<AssembledContext, 'context' | 'trace'>,
  memories: readonly PersistentMemory[],
): ReadonlyMap<string, string> {
  const sectionOf = new Map<string, Section>();
  for (const { id, contribution } of memories)
    if (contribution.required === true) sectionOf.set(id, contribution.section);
  const required = new Map<string, string>();
  for (const [section, items = []] of Object.entries(context))
    for (const { id, memory_id } of items)
      if (sectionOf.get(memory_id) === section) required.set(id, memory_id);
  for (const { item_id, memory_id, section, survivor = item_id } of trace.dropped)
    if (sectionOf.get(memory_id) === section && !required.has(survivor)) required.set(survivor, memory_id);
  return required;
}
