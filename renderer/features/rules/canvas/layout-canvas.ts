import type { PersistentMemory } from '../../../../shared/model/memory.ts';
import type { ContextRule, ContextRuleEngine } from '../../../../shared/model/rule.ts';
import { priorityWeights, type Section, sections } from '../../../../shared/model/section.ts';
import { orderedRules } from '../edits/rule-edits.ts';
import { addsY, columns, conditionY, memoryHeight, ruleHeight, variableHeight } from './geometry.ts';
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

export type Contributions = Readonly<Record<string, Pick<PersistentMemory, 'contribution'> | undefined>>;

const ruleGap = 20;
const variableGap = 8;
const memoryGap = 8;
const sectionGap = 20;

/**
 * Where everything stands, from the document alone: variables, rules by priority, memories by section.
 * Variables stand beside the rule that first asks for them, memories amid the rules that add them.
 */
export function layoutCanvas(engine: ContextRuleEngine, memories: Contributions): CanvasLayout {
  const rules = stackRules(orderedRules(engine));
  const shown = orderedRules(engine);
  return {
    rules,
    variables: besideRules('variable', usedVariables(shown), field => ({
      height: variableHeight,
      gap: variableGap,
      wishes: variableWishes(shown, rules, field).slice(0, 1),
    })),
    memories: besideRules('memory', usedMemories(shown, memories), (id, before) => ({
      height: memoryHeight,
      gap:
        before !== undefined && sectionOf(memories, before) !== sectionOf(memories, id)
          ? sectionGap
          : memoryGap,
      wishes: memoryWishes(shown, rules, id),
    })),
  };
}

/** Fields of all conditions, in the order in which rules first ask for them. */
export function usedVariables(rules: readonly ContextRule[]): string[] {
  return [...new Set(rules.flatMap(rule => rule.when.map(condition => condition.field)))];
}

/** Memories that rules add, by section in the fixed order, then weight, then first use; unknown ones last. */
export function usedMemories(rules: readonly ContextRule[], memories: Contributions): string[] {
  const ids = [...new Set(rules.flatMap(rule => rule.then.add_memories))];
  const rank = (id: string) => {
    const contribution = memories[id]?.contribution;
    if (!contribution) return sections.length * 10;
    return sections.indexOf(contribution.section) * 10 - priorityWeights[contribution.priority];
  };
  return ids.sort((left, right) => rank(left) - rank(right));
}

function stackRules(rules: readonly ContextRule[]): Map<string, Box> {
  const boxes = new Map<string, Box>();
  let y = 0;
  for (const rule of rules) {
    const height = ruleHeight(rule);
    boxes.set(rule.id, { ...columns.rule, y, height });
    y += height + ruleGap;
  }
  return boxes;
}

interface Wishes {
  readonly height: number;
  readonly gap: number;
  readonly wishes: readonly number[];
}

function besideRules(
  column: 'variable' | 'memory',
  ids: readonly string[],
  wishesOf: (id: string, before: string | undefined) => Wishes,
): Map<string, Box> {
  const items = ids.map((id, index) => {
    const { height, gap, wishes } = wishesOf(id, ids[index - 1]);
    return { height, gap, wish: mean(wishes) };
  });
  const wished = placeColumn(items);
  const boxes = new Map<string, Box>();
  let free = 0; // the column starts no higher than the rules do, so that the headings stand in one line
  for (const [index, id] of ids.entries()) {
    const { height, gap } = items[index] ?? { height: 0, gap: 0 };
    const y = Math.max(wished[index] ?? 0, index === 0 ? 0 : free + gap);
    boxes.set(id, { ...columns[column], y: Math.max(0, y), height });
    free = Math.max(0, y) + height;
  }
  return boxes;
}

function variableWishes(rules: readonly ContextRule[], boxes: Map<string, Box>, field: string): number[] {
  return rules.flatMap(rule =>
    rule.when.flatMap((condition, index) =>
      condition.field === field ? [(boxes.get(rule.id)?.y ?? 0) + conditionY(index)] : [],
    ),
  );
}

function memoryWishes(rules: readonly ContextRule[], boxes: Map<string, Box>, id: string): number[] {
  return rules
    .filter(rule => rule.then.add_memories.includes(id))
    .map(rule => (boxes.get(rule.id)?.y ?? 0) + addsY);
}

function sectionOf(memories: Contributions, id: string): Section | undefined {
  return memories[id]?.contribution.section;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
