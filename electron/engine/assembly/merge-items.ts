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
  const ordered = placementOrder(memories);
  const { survivors, twins, dropped } = walk(ordered, keptBesides(ordered));
  return { kept: withTwins([...survivors.values()], twins), dropped };
}

interface Walk {
  /** By their texts. */
  readonly survivors: Map<string, PlacedItem>;
  readonly twins: Map<PlacedItem, string[]>;
  readonly dropped: DroppedItem[];
  /** How many items were kept of each memory. */
  readonly counts: Map<string | undefined, number>;
}

/**
 * How many items a memory keeps besides those that were lowered. These take its places first, also where they stand
 * behind; which of them are duplicates is known only after a walk without what waits for them.
 */
function keptBesides(ordered: readonly MemoryItems[]): Walk['counts'] {
  const others = ordered.filter(memory => !isLimitedData(memory));
  return others.length === ordered.length ? new Map() : walk(others, new Map()).counts;
}

const isLimitedData = ({ contribution, items: [first] }: MemoryItems): boolean =>
  contribution.max_items !== undefined && first?.lowered_from !== undefined;

function walk(ordered: readonly MemoryItems[], besides: Walk['counts']): Walk {
  const walked: Walk = { survivors: new Map(), twins: new Map(), dropped: [], counts: new Map() };
  for (const memory of ordered) {
    const id = memory.items[0]?.memory_id;
    const before = isLimitedData(memory) ? besides.get(id) : undefined;
    walked.counts.set(id, walkItems(memory, before ?? 0, walked));
  }
  return walked;
}

/** How many items of the memory are kept then; so many were before. */
function walkItems(
  { contribution, items }: MemoryItems,
  before: number,
  { survivors, twins, dropped }: Walk,
): number {
  const { section, required = false, max_items: maxItems = Number.POSITIVE_INFINITY } = contribution;
  let count = before;
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
  return count;
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
