import { unreachable } from '../../../../shared/contract/errors.ts';
import type { PersistentMemory } from '../../../../shared/model/memory.ts';
import { priorityWeights, sections, sectionTitles } from '../../../../shared/model/section.ts';
import { inNaturalOrder } from '../../../texts/natural-order.ts';

export type MemorySort = 'section' | 'name' | 'tokens' | 'uses';

interface Figures {
  readonly tokens: (memoryId: string) => number | undefined;
  readonly uses: (memoryId: string) => number;
}

/** Memories in a given order: by section as in the context, by id, or the largest figure first. */
export function sortMemories(
  memories: readonly PersistentMemory[],
  sort: MemorySort,
  figures: Figures,
): PersistentMemory[] {
  const byId = (left: PersistentMemory, right: PersistentMemory) => inNaturalOrder(left.id, right.id);
  return memories.toSorted((left, right) => orderOf(sort, figures, left, right) || byId(left, right));
}

function orderOf(
  sort: MemorySort,
  figures: Figures,
  left: PersistentMemory,
  right: PersistentMemory,
): number {
  switch (sort) {
    case 'section':
      return sectionRank(left) - sectionRank(right) || weight(right) - weight(left);
    case 'tokens':
      return (figures.tokens(right.id) ?? -1) - (figures.tokens(left.id) ?? -1);
    case 'uses':
      return figures.uses(right.id) - figures.uses(left.id);
    case 'name':
      return 0;
    default:
      return unreachable(sort);
  }
}

const sectionRank = (memory: PersistentMemory): number => sections.indexOf(memory.contribution.section);
const weight = (memory: PersistentMemory): number => priorityWeights[memory.contribution.priority];

/** True when every word of the search is found somewhere in what a user knows of a memory, static texts included. */
export function matchesSearch(memory: PersistentMemory, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const { id, label, description = '', contribution, tags = [] } = memory;
  const items = JSON.stringify(memory.retrieval.pipeline);
  const parts = [
    id,
    label,
    description,
    sectionTitles[contribution.section],
    contribution.priority,
    ...tags,
    items,
  ];
  const text = parts.join('\n').toLowerCase();
  return words.every(word => text.includes(word));
}
