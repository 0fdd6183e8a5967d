import type { CanvasEdge } from './build-graph.ts';
import { thingOf } from './node-ids.ts';

/** So many edges are drawn one by one, each to be pressed and moved; more would cost every frame a part of its time. */
export const mostEdges = 160;

interface DrawnEdges {
  /** Drawn one by one. */
  readonly single: CanvasEdge[];
  /** Drawn together, and not to be pressed until something at their ends is selected. */
  readonly bundled: CanvasEdge[];
}

const nothing: CanvasEdge[] = [];

/**
 * How edges are drawn: all of a small engine one by one; of a large one those of what is selected, and those that fired
 * unless they are seen from too far away to be pressed, or are a closed group's and stand for nothing to be pressed.
 */
export function drawnEdges(edges: CanvasEdge[], selected: readonly string[], isFar: boolean): DrawnEdges {
  if (edges.length <= mostEdges) return { single: edges, bundled: nothing };
  const ids = new Set(selected);
  const isChosen = ({ id, source, target }: CanvasEdge) => ids.has(id) || ids.has(source) || ids.has(target);
  const hasRoomForFired = !isFar && edges.filter(isToBePressed).length <= mostEdges;
  const isSingle = (edge: CanvasEdge) => isChosen(edge) || (hasRoomForFired && isToBePressed(edge));
  return { single: edges.filter(isSingle), bundled: edges.filter(edge => !isSingle(edge)) };
}

const isToBePressed = ({ id, data }: CanvasEdge): boolean =>
  data?.look === 'fired' && thingOf(id) !== undefined;
