import type { PersistentMemory } from '../../../shared/model/memory.ts';
import { sections } from '../../../shared/model/section.ts';
import { inNaturalOrder } from '../../texts/natural-order.ts';

/** Memories by their sections as in the context, then by id. */
export function inPlacementOrder(memories: readonly PersistentMemory[]): PersistentMemory[] {
  const rank = ({ contribution }: PersistentMemory) => sections.indexOf(contribution.section);
  return memories.toSorted((left, right) => rank(left) - rank(right) || inNaturalOrder(left.id, right.id));
}
