import { getBezierPath, Position } from '@xyflow/react';
import type { CanvasEdge, CanvasNode } from './build-graph.ts';

/** Edges that are drawn by one path. */
interface EdgeBundle {
  readonly id: string;
  readonly look: NonNullable<CanvasEdge['data']>['look'];
  readonly path: string;
}

/** A path is as high as this at least, in the canvas's own pixels, so that only those in sight are painted. */
const band = 1600;

/** Edges of one look that begin at about the same height, in one path each. */
export function bundleEdges(nodes: readonly CanvasNode[], edges: readonly CanvasEdge[]): EdgeBundle[] {
  const byId = new Map(nodes.map(node => [node.id, node]));
  const paths = new Map<string, { look: EdgeBundle['look']; parts: string[] }>();
  for (const edge of edges) {
    const [source, target] = [byId.get(edge.source), byId.get(edge.target)];
    if (!source || !target) continue;
    const look = edge.data?.look ?? 'idle';
    const id = `${look}-${Math.floor(source.position.y / band)}`;
    const bundle = paths.get(id) ?? { look, parts: [] };
    bundle.parts.push(pathOf(source, target, edge));
    paths.set(id, bundle);
  }
  return [...paths].map(([id, { look, parts }]) => ({ id, look, path: parts.join('') }));
}

/** The same curve that an edge drawn alone has. */
function pathOf(source: CanvasNode, target: CanvasNode, edge: CanvasEdge): string {
  const handle = source.handles?.find(({ id }) => id === edge.sourceHandle);
  const [path] = getBezierPath({
    sourceX: source.position.x + (handle ? handle.x + (handle.width ?? 0) : (source.width ?? 0)),
    sourceY: source.position.y + (handle ? handle.y + (handle.height ?? 0) / 2 : (source.height ?? 0) / 2),
    sourcePosition: Position.Right,
    targetX: target.position.x,
    targetY: target.position.y + (target.height ?? 0) / 2 + (edge.data?.row ?? 0),
    targetPosition: Position.Left,
  });
  return path;
}
