import { AppError } from '../../../shared/contract/errors.ts';
import type { graphContract } from '../../../shared/contract/stores.ts';
import type { Element } from '../../../shared/model/element.ts';
import type { GraphEdge, GraphView } from '../../../shared/model/graph.ts';
import { withNearest } from '../../../shared/model/near-names.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
import type { GraphExpansion } from '../../engine/ports.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import type { ReadableDatabase, WritableDatabase } from '../../storage/database/sqlite.ts';
import { expandGraph } from '../../storage/graph/expand-graph.ts';
import {
  deleteEdge,
  deleteNode,
  deleteView,
  findNodes,
  getNode,
  listViews,
  putEdge,
  putNode,
  type StoredNode,
  saveView,
} from '../../storage/graph/graph-table.ts';
import type { Handlers, Needs } from '../project/call.ts';
import { redactionModeOf } from '../project/config.ts';
import { inUtc } from '../project/in-utc.ts';

/** Nodes of a view that names no limit. */
const defaultLimit = 100;
/** Nodes that one expansion gives at most. */
const mostReached = 1000;

export const graphHandlers: Handlers<keyof typeof graphContract> = {
  async 'graph.upsert'({ nodes = [], edges = [] }, call) {
    const { content } = await call.project();
    const updated_at = call.world.clock.nowIso();
    // What an agent writes is not the user's word.
    const trust = call.caller.door === 'mcp' ? 'agent' : 'user';
    await content.write(database => {
      for (const node of nodes) putNode(database, { ...node, ...bounds(node), trust, updated_at });
      for (const edge of edges) {
        refuseLooseEnds(database, edge);
        putEdge(database, { ...edge, ...bounds(edge) });
      }
    });
    publishGraph(call);
    return { nodes: nodes.length, edges: edges.length };
  },

  async 'graph.delete'({ nodes = [], edges = [], views = [] }, call) {
    const { content } = await call.project();
    const remove = (database: WritableDatabase) =>
      [
        ...edges.map(edge => deleteEdge(database, edge)),
        ...nodes.map(id => deleteNode(database, id)),
        ...views.map(id => deleteView(database, id)),
      ].filter(Boolean).length;
    const isThere = await content.read(() => true, false);
    const deleted = isThere ? await content.write(remove) : 0;
    if (deleted > 0) publishGraph(call);
    return { deleted };
  },

  async 'graph.saveView'(view, call) {
    const { content } = await call.project();
    const updated_at = call.world.clock.nowIso();
    await content.write(database => saveView(database, view, updated_at));
    publishGraph(call);
    return { updated_at };
  },

  async 'graph.views'(_, call) {
    const project = await call.project();
    const mode = await redactionModeOf(project);
    const views = await project.content.read(listViews, []);
    // A view is found by its id.
    return { views: views.map(view => ({ ...redactValue(view, mode), id: view.id })) };
  },

  async 'graph.read'(given, call) {
    const project = await call.project();
    const { content } = project;
    const mode = await redactionModeOf(project);
    const at = call.world.clock.nowIso();
    const { nodes, edges } = await content.read(
      database => viewNodes(database, 'view' in given ? given.view : requireView(database, given.viewId), at),
      { nodes: [], edges: [] },
    );
    return { nodes: redactValue(nodes, mode), edges: redactValue(edges, mode) };
  },
};

/** Nodes of a saved view as elements (`graph_view_read`). */
export async function readGraphView(
  content: ContentDatabase,
  viewId: string,
  nowIso: string,
): Promise<Element[]> {
  const found = await content.read(
    database => viewNodes(database, requireView(database, viewId), nowIso).nodes,
    undefined,
  );
  return found ?? refuseView(viewId, []);
}

/** What lies around some nodes, nearest first (steps `graph_view_expand`, `graph_neighbor_expand`). */
export function expandAround(
  content: ContentDatabase,
  query: GraphExpansion,
  nowIso: string,
): Promise<Element[]> {
  const expansion = { ...query, at: inUtc(nowIso), limit: mostReached };
  return content.read(database => reachedElements(expandGraph(database, expansion)), []);
}

function viewNodes(
  database: ReadableDatabase,
  view: GraphView,
  nowIso: string,
): { nodes: Element[]; edges: GraphEdge[] } {
  const { depth = 0, relation, limit = defaultLimit } = view;
  const at = inUtc(nowIso);
  const own = findNodes(database, view, at, limit);
  const from = own.map(({ id }) => id);
  const found = expandGraph(database, { from, depth, relation, at, limit: limit - own.length });
  const nodes = [...own.map(node => toElement(node, 0)), ...reachedElements(found, own)];
  return { nodes, edges: found.edges };
}

/** What is reached by way of a node is believed no further than that node is. Each edge led to the node of its place. */
function reachedElements(
  { reached, edges }: ReturnType<typeof expandGraph>,
  own: readonly StoredNode[] = [],
): Element[] {
  const trusts = new Map(own.map(({ id, trust }) => [id, trust]));
  return reached.map(({ node, depth }, place) => {
    const edge = edges[place];
    const before = trusts.get((edge?.from === node.id ? edge.to : edge?.from) ?? '');
    const trust = before === 'agent' ? before : node.trust;
    trusts.set(node.id, trust);
    return toElement({ ...node, trust }, depth);
  });
}

function requireView(database: ReadableDatabase, id: string): GraphView {
  const views = listViews(database);
  const known = views.map(view => view.id);
  return views.find(view => view.id === id) ?? refuseView(id, known);
}

function refuseView(id: string, known: readonly string[]): never {
  const others = known.length === 0 ? 'there are none' : `there are: ${known.join(', ')}`;
  throw new AppError('not_found', withNearest(`there is no view "${id}" of the graph`, id, known, others));
}

function refuseLooseEnds(database: ReadableDatabase, { from, relation, to }: GraphEdge): void {
  const missing = [from, to].find(id => getNode(database, id) === undefined);
  if (missing === undefined) return;
  throw new AppError(
    'invalid_input',
    `the edge "${from}" ${relation} "${to}" needs the node "${missing}"; give it as well`,
  );
}

/** Times as the store compares them. */
const bounds = ({ valid_from, valid_to }: Pick<GraphEdge, 'valid_from' | 'valid_to'>) => ({
  ...(valid_from !== undefined && { valid_from: inUtc(valid_from) }),
  ...(valid_to !== undefined && { valid_to: inUtc(valid_to) }),
});

function toElement(node: StoredNode, depth: number): Element {
  const { id, kind, name, attributes = {}, trust, updated_at: timestamp } = node;
  const source = { kind: 'graph', ref: id, title: name, timestamp, trust };
  const content = describeNode(node);
  return { id, title: name, content, timestamp, source, kind, name, attributes, depth };
}

/** `name (kind): attributes`, the text of a node's element. */
function describeNode({ name, kind, attributes = {} }: StoredNode): string {
  const described = Object.entries(attributes).map(
    ([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return described.length === 0 ? `${name} (${kind})` : `${name} (${kind}): ${described.join(', ')}`;
}

function publishGraph(needs: Needs<'publish'>): void {
  needs.publish({ event: 'project:changed', what: 'graph' });
}
