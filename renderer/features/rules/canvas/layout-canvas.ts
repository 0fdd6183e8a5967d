import type { Layout, Pin } from '../../../../shared/model/layout.ts';
import type { PersistentMemory } from '../../../../shared/model/memory.ts';
import type { ContextRule, ContextRuleEngine } from '../../../../shared/model/rule.ts';
import { priorityWeights, type Section, sections } from '../../../../shared/model/section.ts';
import { orderedRules } from '../edits/rule-edits.ts';
import {
  addsY,
  columns,
  conditionY,
  groupHeight,
  memoryHeight,
  ruleHeight,
  variableHeight,
} from './geometry.ts';
import { memoryNodeId, ruleNodeId, variableNodeId } from './node-ids.ts';
import { placeColumn } from './place-column.ts';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface CanvasLayout {
  readonly variables: ReadonlyMap<string, Box>;
  readonly rules: ReadonlyMap<string, Box>;
  readonly memories: ReadonlyMap<string, Box>;
}

export type Pins = Layout['pins'];
export type Contributions = Readonly<Record<string, Pick<PersistentMemory, 'contribution'> | undefined>>;

const ruleGap = 20;
const variableGap = 8;
const memoryGap = 8;
const sectionGap = 20;

const noPins: Pins = {};
const noGroups: ReadonlySet<string> = new Set();

/**
 * Where everything stands, from the documents alone: variables, rules by priority, memories by section.
 * Variables stand beside the rule that first asks for them, memories amid the rules that add them.
 * What is pinned stands where it was put. Nothing else moves for that until it is arranged: the place it had stays
 * empty. Pins that are settled have given up their place, and all others keep clear of them.
 * `groups` are ids of rules that are cards of groups.
 */
export function layoutCanvas(
  engine: ContextRuleEngine,
  memories: Contributions,
  pins: Pins = noPins,
  groups: ReadonlySet<string> = noGroups,
): CanvasLayout {
  const shown = orderedRules(engine);
  const [fields, ids] = [usedVariables(shown), usedMemories(shown, memories)];
  const held: Held = { pins, settled: settledBoxes(pins, shown, fields, ids) };
  const heightOf = (rule: ContextRule) => (groups.has(rule.id) ? groupHeight : ruleHeight(rule));
  const { homes, rules } = stackRules(shown, held, heightOf);
  const rowOf = (rule: ContextRule, index: number) =>
    groups.has(rule.id) ? groupHeight / 2 : conditionY(index);
  return {
    rules,
    variables: besideRules('variable', fields, held, field => ({
      height: variableHeight,
      gap: variableGap,
      wishes: variableWishes(shown, homes, field, rowOf).slice(0, 1),
    })),
    memories: besideRules('memory', ids, held, (id, before) => ({
      height: memoryHeight,
      gap:
        before !== undefined && sectionOf(memories, before) !== sectionOf(memories, id)
          ? sectionGap
          : memoryGap,
      wishes: memoryWishes(shown, homes, id),
    })),
  };
}

/** What pins hold: where things were put, and the boxes that others keep clear of. */
interface Held {
  readonly pins: Pins;
  readonly settled: readonly Box[];
}

const nodeIds = { variable: variableNodeId, rule: ruleNodeId, memory: memoryNodeId } as const;
type Column = keyof typeof nodeIds;

function settledBoxes(
  pins: Pins,
  rules: readonly ContextRule[],
  fields: readonly string[],
  memories: readonly string[],
): Box[] {
  if (!Object.values(pins).some(pin => pin.settled)) return [];
  const settled = (column: Column, id: string, height: number) => {
    const pin = pins[nodeIds[column](id)];
    return pin?.settled ? pinnedBox(column, pin, height) : [];
  };
  return [
    ...rules.flatMap(rule => settled('rule', rule.id, ruleHeight(rule))),
    ...fields.flatMap(field => settled('variable', field, variableHeight)),
    ...memories.flatMap(id => settled('memory', id, memoryHeight)),
  ];
}

function pinnedBox(column: Column, { x, y }: Pin, height: number): Box {
  return { x, y, width: columns[column].width, height };
}

const inColumn = (boxes: readonly Box[], column: Column): Box[] =>
  boxes.filter(
    box => box.x < columns[column].x + columns[column].width && box.x + box.width > columns[column].x,
  );

/** Fields of all conditions, in the order in which rules first ask for them. */
function usedVariables(rules: readonly ContextRule[]): string[] {
  return [...new Set(rules.flatMap(rule => rule.when.map(condition => condition.field)))];
}

/** Memories that rules add, by section in the fixed order, then weight, then first use; unknown ones last. */
function usedMemories(rules: readonly ContextRule[], memories: Contributions): string[] {
  const ids = [...new Set(rules.flatMap(rule => rule.then.add_memories))];
  const rank = (id: string) => {
    const contribution = memories[id]?.contribution;
    if (!contribution) return sections.length * 10;
    return sections.indexOf(contribution.section) * 10 - priorityWeights[contribution.priority];
  };
  return ids.sort((left, right) => rank(left) - rank(right));
}

/** Boxes of rules, and at which heights their neighbours in other columns look for them. */
function stackRules(
  rules: readonly ContextRule[],
  { pins, settled }: Held,
  heightOf: (rule: ContextRule) => number,
) {
  const [boxes, homes] = [new Map<string, Box>(), new Map<string, number>()];
  const obstacles = inColumn(settled, 'rule');
  let y = 0;
  for (const rule of rules) {
    const height = heightOf(rule);
    const pin = pins[ruleNodeId(rule.id)];
    const top = pin ? y : keepClear(y, height, ruleGap, obstacles);
    boxes.set(rule.id, pin ? pinnedBox('rule', pin, height) : { ...columns.rule, y: top, height });
    homes.set(rule.id, pin?.settled ? pin.y : top);
    if (!pin?.settled) y = top + height + ruleGap;
  }
  return { rules: boxes, homes };
}

interface Wishes {
  readonly height: number;
  readonly gap: number;
  readonly wishes: readonly number[];
}

function besideRules(
  column: 'variable' | 'memory',
  ids: readonly string[],
  { pins, settled }: Held,
  wishesOf: (id: string, before: string | undefined) => Wishes,
): Map<string, Box> {
  const pinOf = (id: string) => pins[nodeIds[column](id)];
  const flowing = ids.filter(id => !pinOf(id)?.settled);
  const items = flowing.map((id, index) => {
    const { height, gap, wishes } = wishesOf(id, flowing[index - 1]);
    return { height, gap, wish: mean(wishes) };
  });
  const wished = placeColumn(items);
  const obstacles = inColumn(settled, column);
  const boxes = new Map<string, Box>();
  let free = 0; // the column starts no higher than the rules do, so that the headings stand in one line
  for (const [index, id] of flowing.entries()) {
    const { height, gap } = items[index] ?? { height: 0, gap: 0 };
    const least = Math.max(0, wished[index] ?? 0, index === 0 ? 0 : free + gap);
    const y = keepClear(least, height, gap, obstacles);
    boxes.set(id, { ...columns[column], y, height });
    free = y + height;
  }
  for (const id of ids) {
    const pin = pinOf(id);
    if (pin) boxes.set(id, pinnedBox(column, pin, wishesOf(id, undefined).height));
  }
  return boxes;
}

interface Span {
  readonly y: number;
  readonly height: number;
}

/** The first top at or below `y` where something of this height stands clear of all others by `gap`. */
export function keepClear(y: number, height: number, gap: number, others: readonly Span[]): number {
  let top = y;
  for (const other of [...others].sort((left, right) => left.y - right.y))
    if (top < other.y + other.height + gap && other.y < top + height + gap)
      top = other.y + other.height + gap;
  return top;
}

function variableWishes(
  rules: readonly ContextRule[],
  homes: ReadonlyMap<string, number>,
  field: string,
  rowOf: (rule: ContextRule, index: number) => number,
): number[] {
  return rules.flatMap(rule =>
    rule.when.flatMap((condition, index) =>
      condition.field === field ? [(homes.get(rule.id) ?? 0) + rowOf(rule, index)] : [],
    ),
  );
}

function memoryWishes(
  rules: readonly ContextRule[],
  homes: ReadonlyMap<string, number>,
  id: string,
): number[] {
  return rules
    .filter(rule => rule.then.add_memories.includes(id))
    .map(rule => (homes.get(rule.id) ?? 0) + addsY);
}

function sectionOf(memories: Contributions, id: string): Section | undefined {
  return memories[id]?.contribution.section;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
