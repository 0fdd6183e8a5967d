import type { ContextItem, DroppedItem } from '../../../shared/model/assembled-context.ts';
import type { Contribution } from '../../../shared/model/memory.ts';
import { priorityWeights, type Section, sections } from '../../../shared/model/section.ts';

/** The items of one memory, in pipeline order, and where they go. */
export interface MemoryItems {
  readonly contribution: Contribution;
  readonly items: readonly ContextItem[];
}

/** An item with what placing and cutting need to know. */
export interface PlacedItem {
  readonly item: ContextItem;
  readonly section: Section;
  /** Cut only after all others. */
  readonly required: boolean;
}

export interface MergedItems {
  /** In placement order. */
  readonly kept: readonly PlacedItem[];
  readonly dropped: readonly DroppedItem[];
}

/**
 * Merges the items of all memories, given in resolved order: placed by section, weight descending, resolved
 * order, pipeline order; one walk then drops duplicates and what is over a memory's `max_items`.
 */
export function mergeItems(memories: readonly MemoryItems[]): MergedItems {
  const survivors = new Map<string, PlacedItem>();
  const twins = new Map<PlacedItem, string[]>();
  const dropped: DroppedItem[] = [];
  for (const { contribution, items } of placementOrder(memories)) {
    const { section, required = false, max_items: maxItems = Number.POSITIVE_INFINITY } = contribution;
    let count = 0;
    for (const item of items) {
      const placed = { item, section, required };
      const survivor = survivors.get(item.content);
      if (survivor !== undefined) {
        const known = twins.get(survivor);
        if (known === undefined) twins.set(survivor, [item.id]);
        else known.push(item.id);
        dropped.push(droppedItem(placed, { reason: 'duplicate', survivor: survivor.item.id }));
      } else if (count >= maxItems) {
        dropped.push(droppedItem(placed, { reason: 'max_items' }));
      } else {
        survivors.set(item.content, placed);
        count += 1;
      }
    }
  }
  return { kept: withTwins([...survivors.values()], twins), dropped };
}

/** Sorting is stable: resolved order stays where section and weight are equal, and the items of a memory share both. */
function placementOrder(memories: readonly MemoryItems[]): MemoryItems[] {
  return memories.toSorted(
    ({ contribution: left }, { contribution: right }) =>
      sections.indexOf(left.section) - sections.indexOf(right.section) ||
      priorityWeights[right.priority] - priorityWeights[left.priority],
  );
}

function withTwins(
  kept: readonly PlacedItem[],
  twins: ReadonlyMap<PlacedItem, string[]>,
): readonly PlacedItem[] {
  if (twins.size === 0) return kept;
  return kept.map(placed => {
    const ids = twins.get(placed);
    return ids === undefined ? placed : { ...placed, item: { ...placed.item, also_from: ids } };
  });
}

const previewLength = 160;

/** An item that leaves, as the trace shows it. */
export function droppedItem(
  { item, section }: PlacedItem,
  { reason, survivor, cut_order }: Pick<DroppedItem, 'reason' | 'survivor' | 'cut_order'>,
): DroppedItem {
  const dropped: DroppedItem = {
    item_id: item.id,
    memory_id: item.memory_id,
    section,
    tokens: item.tokens,
    reason,
  };
  if (survivor !== undefined) dropped.survivor = survivor;
  if (cut_order !== undefined) dropped.cut_order = cut_order;
  dropped.preview = item.content.slice(0, previewLength);
  return dropped;
}
