import type { GraphEdge } from '../../../../../shared/model/graph.ts';

/** One edge of the node in the middle, as a row on one side of it. */
export interface NeighbourRow {
  readonly relation: string;
  /** The node at the other end; for an edge of a node with itself, that node. */
  readonly other: string;
}

interface NeighbourSides {
  /** Edges that lead here. */
  readonly incoming: readonly NeighbourRow[];
  /** Edges that lead away, those back to the node itself among them. */
  readonly outgoing: readonly NeighbourRow[];
}

/** Sorts the edges of a node by direction. */
export function sidesOf(id: string, edges: readonly GraphEdge[]): NeighbourSides {
  const outgoing = edges.filter(({ from }) => from === id);
  return {
    incoming: edges
      .filter(edge => !outgoing.includes(edge))
      .map(({ relation, from }) => ({ relation, other: from })),
    outgoing: outgoing.map(({ relation, to }) => ({ relation, other: to })),
  };
}

/** Height of a row, and where in the card of the middle node its edges end. */
export const rowHeight = 48;
const cardMiddle = 36;

/** Curves from each of `count` rows to the card beside them, in a strip of the given width; both begin at the top. */
export function curvesTo(count: number, width: number, side: 'left' | 'right'): string[] {
  return Array.from({ length: count }, (_, index) => {
    const y = index * rowHeight + rowHeight / 2;
    const [rows, card] = side === 'left' ? [0, width] : [width, 0];
    return `M${rows} ${y} C${width / 2} ${y} ${width / 2} ${cardMiddle} ${card} ${cardMiddle}`;
  });
}
