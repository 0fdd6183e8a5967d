import type { ContextItem, DroppedItem } from '../../../shared/model/assembled-context.ts';
import type { Contribution } from '../../../shared/model/memory.ts';
import { type Section, sections } from '../../../shared/model/section.ts';

/** The items of one memory, in pipeline order, and where they go. */
export interface MemoryItems {
  readonly contribution: Contribution;
  readonly items: readonly ContextItem[];
}

/** An item with what placing and cutting need to know. */
export interface PlacedItem {
  readonly item: ContextItem;
  readonly section: Section;
  /** Cut only after all others (A6). */
  readonly required: boolean;
}

export interface MergedItems {
  /** In placement order. */
  readonly kept: readonly PlacedItem[];
  readonly dropped: readonly DroppedItem[];
}

/**
 * Merges the items of all memories, given in resolved order (A4, A5): placed by section, weight descending, resolved
 * order, pipeline order; one walk then drops duplicates and what is over a memory's `max_items`.
 */
export function mergeItems(memories: readonly MemoryItems[]): MergedItems {
  const survivors = new Map<string, { id: string; alsoFrom: string[] }>();
  const keptOf = new Map<string, number>();
  const kept: Candidate[] = [];
  const dropped: DroppedItem[] = [];
  for (const candidate of placementOrder(memories)) {
    const { item } = candidate;
    const survivor = survivors.get(item.content);
    const count = keptOf.get(item.memory_id) ?? 0;
    if (survivor !== undefined) {
      survivor.alsoFrom.push(item.id);
      dropped.push(droppedItem(candidate, { reason: 'duplicate', survivor: survivor.id }));
    } else if (count >= candidate.maxItems) {
      dropped.push(droppedItem(candidate, { reason: 'max_items' }));
    } else {
      survivors.set(item.content, { id: item.id, alsoFrom: [] });
      keptOf.set(item.memory_id, count + 1);
      kept.push(candidate);
    }
  }
  return { kept: kept.map(candidate => withTwins(candidate, survivors)), dropped };
}

interface Candidate extends PlacedItem {
  readonly maxItems: number;
}

function placementOrder(memories: readonly MemoryItems[]): Candidate[] {
  const candidates = memories.flatMap(({ contribution, items }) =>
    items.map(item => ({
      item,
      section: contribution.section,
      required: contribution.required === true,
      maxItems: contribution.max_items ?? Number.POSITIVE_INFINITY,
    })),
  );
  // Sorting is stable: resolved and pipeline order stay where section and weight are equal.
  return candidates.toSorted(
    (left, right) =>
      sections.indexOf(left.section) - sections.indexOf(right.section) ||
      right.item.weight - left.item.weight,
  );
}

function withTwins(
  { item, section, required }: Candidate,
  survivors: ReadonlyMap<string, { readonly alsoFrom: string[] }>,
): PlacedItem {
  const alsoFrom = survivors.get(item.content)?.alsoFrom ?? [];
  return { item: alsoFrom.length === 0 ? item : { ...item, also_from: alsoFrom }, section, required };
}

const previewLength = 160;

/** An item that leaves, as the trace shows it (A7). */
export function droppedItem(
  { item, section }: PlacedItem,
  why: Pick<DroppedItem, 'reason' | 'survivor' | 'cut_order'>,
): DroppedItem {
  return {
    item_id: item.id,
    memory_id: item.memory_id,
    section,
    tokens: item.tokens,
    ...why,
    preview: item.content.slice(0, previewLength),
  };
}
