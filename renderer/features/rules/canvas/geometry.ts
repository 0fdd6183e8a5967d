import type { ContextRule } from '../../../../shared/model/rule.ts';

/** Sizes of the canvas in its own pixels, on a 4 px grid. The style sheets hold the same figures. */
export const columns = {
  variable: { x: 0, width: 176 },
  rule: { x: 224, width: 328 },
  memory: { x: 640, width: 184 },
} as const;
export const variableHeight = 40;
export const memoryHeight = 52;
export const ghostHeight = 92;
export const groupHeight = 96;
export const canvasWidth = columns.memory.x + columns.memory.width;

const ruleHeader = 40;
const row = 28;
const ruleFooter = 36;

/** Longer rules show this many conditions and say how many more there are; the inspector has all. */
export const shownConditions = 8;

/** Rows a rule takes on the canvas: its conditions, or one line that says there are none. */
function ruleRows(rule: ContextRule): number {
  return Math.max(1, Math.min(rule.when.length, shownConditions + 1));
}

export function ruleHeight(rule: ContextRule): number {
  return ruleHeader + ruleRows(rule) * row + ruleFooter;
}

/** Where a condition's edge arrives: the middle of its row, from the rule's top. */
export function conditionY(index: number): number {
  return ruleHeader + Math.min(index, shownConditions) * row + row / 2;
}

/** Where the edges to memories leave: the middle of the rule's name. */
export const addsY = ruleHeader / 2;
