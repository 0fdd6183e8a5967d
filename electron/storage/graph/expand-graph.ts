import type { GraphEdge } from '../../../shared/model/graph.ts';
import type { ReadableDatabase } from '../database/sqlite.ts';
import { edgesOf, getNode, type StoredNode } from './graph-table.ts';

export interface Expansion {
  readonly from: readonly string[];
  readonly depth: number;
  readonly relation?: string | undefined;
  /** ISO 8601 in UTC: what is not valid then is not seen. */
  readonly at: string;
  /** Most nodes that are returned. */
  readonly limit: number;
}

interface ReachedNode {
  readonly node: StoredNode;
  /** Edges between it and the nearest node of `from`. */
  readonly depth: number;
}

/** What is reached from some nodes, breadth first, each node once, with the edges that lead there. */
export function expandGraph(
  database: ReadableDatabase,
  { from, depth, relation, at, limit }: Expansion,
): { reached: ReachedNode[]; edges: GraphEdge[] } {
  const seen = new Set(from);
  const reached: ReachedNode[] = [];
  const edges: GraphEdge[] = [];
  let front: readonly string[] = [...seen];
  for (let distance = 1; distance <= depth && front.length > 0; distance += 1) {
    const before = reached.length;
    // What is around a hub is not read beyond the limit.
    for (const { node, edge } of stepsFrom(database, front, { relation, at, seen })) {
      if (reached.length >= limit) return { reached, edges };
      reached.push({ node, depth: distance });
      edges.push(edge);
    }
    front = reached.slice(before).map(({ node }) => node.id);
  }
  return { reached, edges };
}

interface Sight {
  readonly relation: string | undefined;
  readonly at: string;
  /** Nodes that are not reached again. */
  readonly seen: Set<string>;
}

function* stepsFrom(
  database: ReadableDatabase,
  front: readonly string[],
  { relation, at, seen }: Sight,
): Generator<{ node: StoredNode; edge: GraphEdge }> {
  for (const id of front)
    for (const edge of edgesOf(database, id, relation, at)) {
      const other = edge.from === id ? edge.to : edge.from;
      if (seen.has(other)) continue;
      seen.add(other);
      const node = getNode(database, other);
      if (node !== undefined && isValid(node, at)) yield { node, edge };
    }
}

const isValid = ({ valid_from, valid_to }: StoredNode, at: string): boolean =>
  (valid_from === undefined || valid_from <= at) && (valid_to === undefined || valid_to > at);
