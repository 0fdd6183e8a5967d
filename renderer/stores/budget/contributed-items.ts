import type { AssembledContext } from '../../../shared/model/assembled-context.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import { priorityWeights, type Section, sections } from '../../../shared/model/section.ts';
import type { BudgetItem } from './fit-budget.ts';

/** An item that reached the budget, whether it stayed or not. */
export interface ContributedItem extends BudgetItem {
  readonly memoryId: string;
  readonly section: Section;
  readonly kept: boolean;
  /** Position among the cuts, from 0; undefined when kept. */
  readonly cutOrder: number | undefined;
  /** Its content when kept, the start of it when cut. */
  readonly text: string;
}

type Memories = Readonly<Record<string, PersistentMemory>>;

/**
 * Everything the budget had to choose from, in placement order: section, weight descending,
 * resolved order, position in the pipeline's result. The trace lists calls in resolved order.
 */
export function contributedItems(result: AssembledContext, memories: Memories): ContributedItem[] {
  const resolved = new Map(result.trace.memory_calls.map((call, index) => [call.memory_id, index]));
  const place = (item: ContributedItem) => [
    sections.indexOf(item.section),
    -weightOf(memories[item.memoryId]),
    resolved.get(item.memoryId) ?? resolved.size,
    Number(item.id.slice(item.id.lastIndexOf('#') + 1)),
  ];
  return [...keptItems(result, memories), ...cutItems(result, memories)]
    .map(item => ({ item, place: place(item) }))
    .sort((left, right) => comparePlaces(left.place, right.place))
    .map(({ item }) => item);
}

function keptItems(result: AssembledContext, memories: Memories): ContributedItem[] {
  return sections.flatMap(section =>
    (result.context[section] ?? []).map(item => ({
      id: item.id,
      memoryId: item.memory_id,
      section,
      tokens: item.tokens,
      required: isRequired(memories[item.memory_id]),
      kept: true,
      cutOrder: undefined,
      text: item.content,
    })),
  );
}

function cutItems(result: AssembledContext, memories: Memories): ContributedItem[] {
  const cut = result.trace.dropped.filter(item => item.reason === 'budget');
  return cut.map(item => ({
    id: item.item_id,
    memoryId: item.memory_id,
    section: item.section,
    tokens: item.tokens,
    required: isRequired(memories[item.memory_id]),
    kept: false,
    cutOrder: item.cut_order,
    text: item.preview ?? '',
  }));
}

function isRequired(memory: PersistentMemory | undefined): boolean {
  return memory?.contribution.required ?? false;
}

function weightOf(memory: PersistentMemory | undefined): number {
  return memory ? priorityWeights[memory.contribution.priority] : 0;
}

function comparePlaces(left: readonly number[], right: readonly number[]): number {
  const at = left.findIndex((part, index) => part !== right[index]);
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}
