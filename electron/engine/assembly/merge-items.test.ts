import { describe, expect, it } from 'vitest';
import type { ContextItem } from '../../../shared/model/assembled-context.ts';
import { dataSection } from '../../../shared/model/authority.ts';
import type { Contribution } from '../../../shared/model/memory.ts';
import { priorities, type Section, sections } from '../../../shared/model/section.ts';
import { memoryOf } from '../../../test/support/engine-definitions.ts';
import { groupSections } from './group-sections.ts';
import { droppedItem, type MemoryItems, mergeItems, type PlacedItem } from './merge-items.ts';

const itemOf = (memory_id: string, position: number, content: string): ContextItem => ({
  id: `${memory_id}#${position}`,
  memory_id,
  content,
  tokens: content.length,
  weight: 2,
  source: { kind: 'static' },
});

const brought = (
  id: string,
  contents: readonly string[],
  contribution: Partial<Contribution> = {},
): MemoryItems => ({
  contribution: memoryOf(id, { contribution }).contribution,
  items: contents.map((content, position) => itemOf(id, position, content)),
});

/** What a memory brings of which some stands as data, as it comes from judging. */
const judgedAs = (
  id: string,
  section: Section,
  { own, data }: { readonly own: readonly string[]; readonly data: readonly string[] },
  max_items?: number,
): MemoryItems[] => {
  const limit = max_items === undefined ? {} : { max_items };
  const whole = brought(id, [...own, ...data], { section, ...limit });
  const lowered = whole.items.slice(own.length).map(item => ({ ...item, lowered_from: section }));
  return [
    { ...whole, items: whole.items.slice(0, own.length) },
    { contribution: { ...whole.contribution, section: dataSection, required: false }, items: lowered },
  ];
};

const idsOf = (items: readonly PlacedItem[]) => items.map(({ item }) => item.id);

describe('the place of an item', () => {
  it('is by section, then by priority, then in resolved order, then in that of the pipeline', () => {
    const memories = sections.toReversed().flatMap(section =>
      priorities.toReversed().flatMap(priority =>
        ['x', 'y'].map(name =>
          brought(
            `${section}-${priority}-${name}`,
            [`${section}${priority}${name}0`, `${section}${priority}${name}1`],
            {
              section,
              priority,
            },
          ),
        ),
      ),
    );
    const { kept, dropped } = mergeItems(memories);
    expect(dropped).toEqual([]);
    expect(idsOf(kept)).toEqual(
      sections.flatMap(section =>
        priorities.flatMap(priority =>
          ['x', 'y'].flatMap(name => [0, 1].map(at => `${section}-${priority}-${name}#${at}`)),
        ),
      ),
    );
    expect(kept.map(({ section }) => section)).toEqual(kept.map(({ item }) => item.memory_id.split('-')[0]));
    expect(Object.keys(groupSections(kept.toReversed()))).toEqual(sections);
  });

  it('carries whether it is required', () => {
    const { kept } = mergeItems([brought('a', ['one'], { required: true }), brought('b', ['two'])]);
    expect(kept.map(({ required }) => required)).toEqual([true, false]);
  });
});

describe('one walk', () => {
  it('keeps the first of equal texts, which names the others', () => {
    const { kept, dropped } = mergeItems([
      brought('late', ['same', 'own', 'same'], { section: 'history' }),
      brought('first', ['same', 'same'], { section: 'state' }),
    ]);
    expect(kept[1]?.item).not.toHaveProperty('also_from');
    expect(kept.map(({ item }) => [item.id, item.also_from])).toEqual([
      ['first#0', ['first#1', 'late#0', 'late#2']],
      ['late#1', undefined],
    ]);
    expect(dropped.map(one => [one.item_id, one.section, one.reason, one.survivor])).toEqual([
      ['first#1', 'state', 'duplicate', 'first#0'],
      ['late#0', 'history', 'duplicate', 'first#0'],
      ['late#2', 'history', 'duplicate', 'first#0'],
    ]);
  });

  it('a twin takes no place of max_items, and what is over is no survivor', () => {
    const { kept, dropped } = mergeItems([
      brought('a', ['one'], { section: 'state' }),
      brought('b', ['one', 'two', 'three'], { max_items: 1 }),
      brought('c', ['three'], { section: 'history' }),
      brought('none', ['four'], { max_items: 0 }),
    ]);
    expect(idsOf(kept)).toEqual(['a#0', 'b#1', 'c#0']);
    expect(dropped.map(one => [one.item_id, one.reason])).toEqual([
      ['b#0', 'duplicate'],
      ['b#2', 'max_items'],
      ['none#0', 'max_items'],
    ]);
  });

  it.each<[Section, Section]>([
    ['constraints', 'constraints'],
    ['state', 'suggestions'],
    ['history', 'suggestions'],
  ])('a twin in %s of what is in %s leaves its place to what stands as data', (before, section) => {
    const { kept, dropped } = mergeItems([
      // Its weight places it first where both stand in one section.
      brought('n', ['same'], { section: before, priority: 'critical' }),
      ...judgedAs('m', section, { own: ['same'], data: ['one', 'two'] }, 1),
    ]);
    expect(idsOf(kept).toSorted()).toEqual(['m#1', 'n#0']);
    expect(dropped.map(one => [one.item_id, one.reason]).toSorted()).toEqual([
      ['m#0', 'duplicate'],
      ['m#2', 'max_items'],
    ]);
  });

  it.each<[Section]>([['constraints'], ['suggestions']])(
    'of a memory in %s its own items take their places before what stands as data',
    section => {
      const given = { own: ['one', 'two'], data: ['three', 'four'] };
      const keptOf = (most: number) => idsOf(mergeItems(judgedAs('m', section, given, most)).kept).toSorted();
      expect([0, 1, 2, 3, 4].map(keptOf)).toEqual([
        [],
        ['m#0'],
        ['m#0', 'm#1'],
        ['m#0', 'm#1', 'm#2'],
        ['m#0', 'm#1', 'm#2', 'm#3'],
      ]);
    },
  );

  it('an own text that another memory brings first, as data, takes no place either', () => {
    const { kept, dropped } = mergeItems([
      ...judgedAs('free', 'suggestions', { own: ['one'], data: ['said', 'two'] }),
      ...judgedAs('m', 'suggestions', { own: ['said', 'three'], data: ['four', 'five'] }, 2),
    ]);
    expect(idsOf(kept)).toEqual(['free#1', 'free#2', 'm#2', 'free#0', 'm#1']);
    expect(dropped.map(one => [one.item_id, one.reason])).toEqual([
      ['m#3', 'max_items'],
      ['m#0', 'duplicate'],
    ]);
  });

  it('leaves the items that came as they are', () => {
    const memory = brought('a', ['one', 'one']);
    const before = structuredClone(memory);
    mergeItems([memory]);
    expect(memory).toEqual(before);
  });
});

it('the trace shows of what leaves what is known, and the start of its text', () => {
  const placed = { item: itemOf('a', 3, 'x'.repeat(161)), section: 'state', required: false } as const;
  const whole = { item_id: 'a#3', memory_id: 'a', section: 'state', tokens: 161, preview: 'x'.repeat(160) };
  expect(droppedItem(placed, { reason: 'max_items' })).toStrictEqual({ ...whole, reason: 'max_items' });
  expect(droppedItem(placed, { reason: 'budget', cut_order: 0 })).toStrictEqual({
    ...whole,
    reason: 'budget',
    cut_order: 0,
  });
  expect(droppedItem(placed, { reason: 'duplicate', survivor: 'b#0' })).toStrictEqual({
    ...whole,
    reason: 'duplicate',
    survivor: 'b#0',
  });
});
