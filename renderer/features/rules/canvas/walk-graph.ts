import type { CanvasEdge, CanvasNode } from './build-graph.ts';

export type Direction = 'up' | 'down' | 'left' | 'right';

const columnOrder: readonly CanvasNode['type'][] = ['variable', 'rule', 'memory'];

/**
 * The node an arrow key leads to: up and down within a column; left and right to the nearest node that an edge leads
 * to, else to the nearest of that column. Without a node to start from, the first rule. Undefined at the border.
 */
export function walkGraph(
  nodes: readonly CanvasNode[],
  edges: readonly CanvasEdge[],
  from: string | undefined,
  direction: Direction,
): string | undefined {
  const start = nodes.find(node => node.id === from);
  if (!start) return column(nodes, 'rule')[0]?.id;
  if (direction === 'up' || direction === 'down') {
    const same = column(nodes, start.type);
    return same[same.indexOf(start) + (direction === 'up' ? -1 : 1)]?.id;
  }
  const index = columnOrder.indexOf(columnOf(start.type));
  const type = columnOrder[index + (direction === 'left' ? -1 : 1)];
  if (index < 0 || type === undefined) return undefined;
  const candidates = column(nodes, type);
  const linked = candidates.filter(node => edges.some(edge => joins(edge, start.id, node.id)));
  return nearest(start, linked.length > 0 ? linked : candidates)?.id;
}

function column(nodes: readonly CanvasNode[], type: CanvasNode['type']): CanvasNode[] {
  return nodes
    .filter(node => columnOf(node.type) === columnOf(type))
    .sort((left, right) => left.position.y - right.position.y);
}

/** Cards of groups stand among the rules. */
const columnOf = (type: CanvasNode['type']): CanvasNode['type'] => (type === 'ruleGroup' ? 'rule' : type);

function joins(edge: CanvasEdge, one: string, other: string): boolean {
  return (edge.source === one && edge.target === other) || (edge.source === other && edge.target === one);
}

function nearest(start: CanvasNode, candidates: readonly CanvasNode[]): CanvasNode | undefined {
  const distance = (node: CanvasNode) => Math.abs(middle(node) - middle(start));
  return [...candidates].sort((left, right) => distance(left) - distance(right))[0];
}

function middle(node: CanvasNode): number {
  return node.position.y + (node.height ?? 0) / 2;
}
