import type { ContextItem, LoweredItem } from '../../../shared/model/assembled-context.ts';
import {
  type AuthorityPolicy,
  dataMark,
  dataSection,
  isBelow,
  originOf,
  originWords,
} from '../../../shared/model/authority.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { Trust } from '../../../shared/model/origin.ts';
import type { MemoryItems, PlacedItem } from './merge-items.ts';
import type { RedactedItems } from './redact-items.ts';

/** The items of one memory by what its section makes of them. */
interface JudgedItems {
  /** Those that stand where the memory wants them, then those that stand as data. */
  readonly memories: readonly MemoryItems[];
  readonly leftOut: readonly PlacedItem[];
  readonly lowered: readonly LoweredItem[];
}

/**
 * Holds the items of a memory to the authority that its section needs. What has less is marked as data and goes to the
 * section that takes it, or stays out; merging leaves it what the memory may bring besides its own. It happens before
 * anything is counted, and before the same text twice is one: what nobody vouches for takes no instruction's place.
 */
export function judgeItems(
  { contribution }: PersistentMemory,
  redacted: RedactedItems | undefined,
  policy: AuthorityPolicy | undefined,
): JudgedItems {
  const items = redacted?.items ?? [];
  const needed = policy?.needs[contribution?.section];
  const low = needed === undefined ? [] : items.filter(item => isBelow(trustOf(item), needed));
  if (redacted === undefined || policy === undefined || needed === undefined || low.length === 0)
    return { memories: [{ contribution, items }], leftOut: [], lowered: [] };
  const { section } = contribution;
  const { needs, below } = policy;
  const isData = (item: ContextItem) => below === 'data' && !isBelow(trustOf(item), needs[dataSection]);
  const lowered = low.map(item => ({
    ...loweredItem(item, section, needed),
    ...(isData(item) && { placed: dataSection }),
  }));
  const data = low.filter(isData);
  for (const item of data) markAsData(item, section, redacted);
  const isLow = new Set(low);
  const kept = items.filter(item => !isLow.has(item));
  return {
    memories: [
      { contribution, items: kept },
      { contribution: { ...contribution, section: dataSection, required: false }, items: data },
    ],
    leftOut: low.filter(item => !isData(item)).map(item => ({ item, section, required: false })),
    lowered,
  };
}

/** How far an item may be believed; what nobody vouches for, least. */
export const trustOf = ({ source }: ContextItem): Trust => source.trust ?? 'imported';

/** What an item says, marked as data. */
export const dataText = ({ content, source }: ContextItem): string =>
  `${dataMark(originWords[originOf(source)])}\n\n${content}`;

function loweredItem(item: ContextItem, section: LoweredItem['section'], needs: Trust): LoweredItem {
  const { id: item_id, memory_id, source } = item;
  return { item_id, memory_id, section, needs, authority: trustOf(item), origin: originOf(source) };
}

/** The item is the assembly's own by now. Its text is another one than was counted when it was stored. */
function markAsData(item: ContextItem, section: LoweredItem['section'], { uncounted }: RedactedItems): void {
  item.content = dataText(item);
  item.lowered_from = section;
  if (item.tokens === 0 && uncounted.includes(item)) return;
  item.tokens = 0;
  uncounted.push(item);
}
