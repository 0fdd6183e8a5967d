import type { GraphEdge, GraphNode } from '../../../shared/model/graph.ts';
import type { LinkedEntity } from '../../engine/ledger/related-entities.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import { contentVersion } from '../../storage/database/content-version.ts';
import { listEdges, listNodes } from '../../storage/graph/graph-table.ts';
import type { PartKind } from '../../storage/kept-parts.ts';

interface LinkedGraph {
  readonly version: number;
  /** When it was looked at, where some of it is bound in time. */
  readonly at: string | undefined;
  readonly entities: readonly LinkedEntity[];
}

// Read again when the graph has changed, or when time may have changed it.
const graph: PartKind<{ linked?: LinkedGraph }> = { make: () => ({}) };

/** The knowledge graph as entities with their relations, as far as it is valid at a moment, written as `inUtc` does. */
export async function storedEntities(
  content: ContentDatabase,
  nowIso: string,
): Promise<readonly LinkedEntity[]> {
  const version = await content.read(database => contentVersion(database, 'graph'), 0);
  const kept = content.parts.of(graph);
  const known = kept.linked;
  if (known?.version === version && (known.at === undefined || known.at === nowIso)) return known.entities;
  const { nodes, edges } = await content.read(
    database => ({ nodes: listNodes(database), edges: listEdges(database) }),
    { nodes: [], edges: [] },
  );
  const entities = linkEntities(nodes.filter(validAt(nowIso)), edges.filter(validAt(nowIso)));
  const isBound = [...nodes, ...edges].some(({ valid_from, valid_to }) => valid_from ?? valid_to);
  kept.linked = { version, at: isBound ? nowIso : undefined, entities };
  return entities;
}

/** Joins nodes with the edges between them. */
export function linkEntities(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): LinkedEntity[] {
  const relations = new Map<string, LinkedEntity['relations'][number][]>(nodes.map(({ id }) => [id, []]));
  const names = new Map(nodes.map(({ id, name }) => [id, name]));
  for (const { from, to, relation: type } of edges) {
    const [source, target] = [names.get(from), names.get(to)];
    if (source === undefined || target === undefined) continue;
    relations.get(from)?.push({ type, direction: 'out', id: to, name: target });
    if (from !== to) relations.get(to)?.push({ type, direction: 'in', id: from, name: source });
  }
  return nodes.map(({ id, name, kind, attributes = {} }) => ({
    id,
    name,
    type: kind,
    relations: relations.get(id) ?? [],
    files: [attributes.file, attributes.file_path, attributes.path].filter(file => typeof file === 'string'),
  }));
}

const validAt =
  (at: string) =>
  ({ valid_from, valid_to }: Pick<GraphNode, 'valid_from' | 'valid_to'>): boolean =>
    (valid_from === undefined || valid_from <= at) && (valid_to === undefined || valid_to > at);
