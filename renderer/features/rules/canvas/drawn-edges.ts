import type { CanvasEdge } from './build-graph.ts';

/** Beyond this many edges the quiet ones only hide the others, and cost a drawing each. */
export const mostEdges = 160;

/** The edges to draw: all of a small engine; of a large one those that fired and those of what is selected. */
export function drawnEdges(edges: CanvasEdge[], selected: string | undefined): CanvasEdge[] {
  if (edges.length <= mostEdges) return edges;
  return edges.filter(
    edge =>
      edge.data?.look === 'fired' ||
      edge.id === selected ||
      edge.source === selected ||
      edge.target === selected,
  );
}
