import type { Box } from './layout-canvas.ts';

/** A frame around alternatives that stand below each other. */
export interface AlternativeFrame {
  /** The rules in it, from above; at least two. */
  readonly ruleIds: readonly string[];
  readonly box: Box;
  /** Middles of the gaps between them, from the frame's top: there it says "or". */
  readonly gaps: readonly number[];
}

const padding = 7;
/** Farther apart than this they are no longer seen as one. */
const widestGap = 48;

/**
 * Frames of an engine's alternatives. `order` are its rules as they stand by priority: alternatives that others stand
 * between, or that were put apart, get no common frame.
 */
export function alternativeFrames(
  groups: readonly (readonly string[])[],
  order: readonly string[],
  boxes: ReadonlyMap<string, Box>,
): AlternativeFrame[] {
  return groups.flatMap(group => {
    const members = new Set(group);
    const runs: Run[] = [];
    for (const [index, id] of order.entries()) {
      const box = boxes.get(id);
      if (!box || !members.has(id)) continue;
      const run = runs.at(-1);
      const last = run?.at(-1);
      if (run && last && last.index === index - 1 && isBelow(last.box, box)) run.push({ id, index, box });
      else runs.push([{ id, index, box }]);
    }
    return runs.filter(run => run.length > 1).map(frameOf);
  });
}

type Run = { readonly id: string; readonly index: number; readonly box: Box }[];

function isBelow(above: Box, box: Box): boolean {
  const gap = box.y - (above.y + above.height);
  return above.x === box.x && gap > 0 && gap <= widestGap;
}

function frameOf(run: Run): AlternativeFrame {
  const boxes = run.map(({ box }) => box);
  const top = Math.min(...boxes.map(box => box.y)) - padding;
  const bottom = Math.max(...boxes.map(box => box.y + box.height)) + padding;
  const gaps = boxes.slice(1).map((box, index) => {
    const above = boxes[index];
    return (box.y + (above ? above.y + above.height : box.y)) / 2 - top;
  });
  const { x = 0, width = 0 } = boxes[0] ?? {};
  return {
    ruleIds: run.map(({ id }) => id),
    box: { x: x - padding, y: top, width: width + 2 * padding, height: bottom - top },
    gaps,
  };
}
