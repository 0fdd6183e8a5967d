import type { GraphEdge, GraphNode, GraphView } from '../../../shared/model/graph.ts';
import { raiseVersion } from '../database/content-version.ts';
import { parseStored, rowHash, verifyRow } from '../database/row-hash.ts';
import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';

/** A node as it is stored: who wrote it and when. */
export interface StoredNode extends GraphNode {
  readonly trust: 'user' | 'agent';
  readonly updated_at: string;
}

interface EdgeEnds {
  readonly from: string;
  readonly relation: string;
  readonly to: string;
}

interface NodeRow {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly attributes: string;
  readonly valid_from: string | null;
  readonly valid_to: string | null;
  readonly trust: 'user' | 'agent';
  readonly updated_at: string;
  readonly row_hash: string;
}

interface EdgeRow {
  readonly from_id: string;
  readonly relation: string;
  readonly to_id: string;
  readonly attributes: string;
  readonly valid_from: string | null;
  readonly valid_to: string | null;
  readonly row_hash: string;
}

const nodeColumns = 'id, kind, name, attributes, valid_from, valid_to, trust, updated_at, row_hash';
const edgeColumns = 'from_id, relation, to_id, attributes, valid_from, valid_to, row_hash';

/** Writes a node in place of the one with its id; its edges stay. */
export function putNode(database: WritableDatabase, node: StoredNode): void {
  const { id, kind, name, attributes = {}, valid_from = null, valid_to = null, trust, updated_at } = node;
  const fields = [id, kind, name, JSON.stringify(attributes), valid_from, valid_to, trust, updated_at];
  const sql = `INSERT INTO graph_node (${nodeColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, name = excluded.name, attributes = excluded.attributes,
      valid_from = excluded.valid_from, valid_to = excluded.valid_to, trust = excluded.trust,
      updated_at = excluded.updated_at, row_hash = excluded.row_hash`;
  prepare(database, sql).run(...fields, hashOf(fields));
  raiseVersion(database, 'graph');
}

/** Writes an edge in place of the one with the same ends and relation; both nodes must be there. */
export function putEdge(database: WritableDatabase, edge: GraphEdge): void {
  const { from, relation, to, attributes = {}, valid_from = null, valid_to = null } = edge;
  const fields = [from, relation, to, JSON.stringify(attributes), valid_from, valid_to];
  const sql = `INSERT OR REPLACE INTO graph_edge (${edgeColumns}) VALUES (?, ?, ?, ?, ?, ?, ?)`;
  prepare(database, sql).run(...fields, hashOf(fields));
  raiseVersion(database, 'graph');
}

/** Deletes a node with its edges. */
export function deleteNode(database: WritableDatabase, id: string): boolean {
  raiseVersion(database, 'graph');
  return prepare(database, 'DELETE FROM graph_node WHERE id = ?').run(id).changes > 0;
}

export function deleteEdge(database: WritableDatabase, { from, relation, to }: EdgeEnds): boolean {
  const sql = 'DELETE FROM graph_edge WHERE from_id = ? AND relation = ? AND to_id = ?';
  raiseVersion(database, 'graph');
  return prepare(database, sql).run(from, relation, to).changes > 0;
}

export function getNode(database: ReadableDatabase, id: string): StoredNode | undefined {
  const row = prepare<NodeRow>(database, `SELECT ${nodeColumns} FROM graph_node WHERE id = ?`).get(id);
  return row === undefined ? undefined : toNode(row);
}

/** Nodes of a view that are valid at a time, by name and id; what lies around them is not looked at here. */
export function findNodes(
  database: ReadableDatabase,
  view: GraphView,
  at: string,
  limit: number,
): StoredNode[] {
  const { kinds = [], text = '' } = view;
  const sql = `SELECT ${nodeColumns} FROM graph_node
    WHERE (?1 = '[]' OR kind IN (SELECT value FROM json_each(?1)))
      AND (valid_from IS NULL OR valid_from <= ?2) AND (valid_to IS NULL OR valid_to > ?2)
    ORDER BY name, id`;
  const says = textFilter(text);
  const found: StoredNode[] = [];
  // The columns are the ones of the interface.
  const rows = prepare<NodeRow>(database, sql).iterate({ 1: JSON.stringify(kinds), 2: at });
  for (const row of rows) {
    if (!says(row)) continue;
    if (found.push(toNode(row)) >= limit) break;
  }
  return found;
}

/** Whether name or attributes contain a text, whatever the case; SQLite's own `lower` knows that of ASCII alone. */
function textFilter(text: string): (row: NodeRow) => boolean {
  const said = text.toLowerCase();
  if (said === '') return () => true;
  // As it stands within the JSON of the attributes.
  const written = JSON.stringify(said).slice(1, -1);
  return ({ name, attributes }) =>
    name.toLowerCase().includes(said) || attributes.toLowerCase().includes(written);
}

/** The last moment until `at` at which a node or an edge began or ceased to be valid; undefined when none did. */
export function lastBound(database: ReadableDatabase, at: string): string | undefined {
  const sql = `SELECT max(moment) FROM (
    SELECT max(valid_from) AS moment FROM graph_node WHERE valid_from <= ?1
    UNION ALL SELECT max(valid_to) FROM graph_node WHERE valid_to <= ?1
    UNION ALL SELECT max(valid_from) FROM graph_edge WHERE valid_from <= ?1
    UNION ALL SELECT max(valid_to) FROM graph_edge WHERE valid_to <= ?1)`;
  const moment: unknown = prepare(database, sql).pluck().get({ 1: at });
  return typeof moment === 'string' ? moment : undefined;
}

/** All nodes, by id. */
export function listNodes(database: ReadableDatabase): StoredNode[] {
  // The columns are the ones of the interface.
  const rows = prepare<NodeRow>(database, `SELECT ${nodeColumns} FROM graph_node ORDER BY id`).all();
  return rows.map(toNode);
}

/** All edges, by their ends. */
export function listEdges(database: ReadableDatabase): GraphEdge[] {
  const sql = `SELECT ${edgeColumns} FROM graph_edge ORDER BY from_id, relation, to_id`;
  // The columns are the ones of the interface.
  return prepare<EdgeRow>(database, sql).all().map(toEdge);
}

/** Edges of a node in both directions that are valid at a time, by relation and the other end. */
export function edgesOf(
  database: ReadableDatabase,
  id: string,
  relation: string | undefined,
  at: string,
): GraphEdge[] {
  const valid = `(?2 IS NULL OR relation = ?2)
    AND (valid_from IS NULL OR valid_from <= ?3) AND (valid_to IS NULL OR valid_to > ?3)`;
  const sql = `SELECT ${edgeColumns} FROM graph_edge WHERE from_id = ?1 AND ${valid}
    UNION SELECT ${edgeColumns} FROM graph_edge WHERE to_id = ?1 AND ${valid}
    ORDER BY relation, from_id, to_id`;
  // The columns are the ones of the interface.
  const rows = prepare<EdgeRow>(database, sql).all({ 1: id, 2: relation ?? null, 3: at });
  return rows.map(toEdge);
}

export function saveView(database: WritableDatabase, view: GraphView, updatedAt: string): void {
  const definition = JSON.stringify(view);
  const hash = rowHash([view.id, definition, updatedAt]);
  const sql = 'INSERT OR REPLACE INTO graph_view (id, definition, updated_at, row_hash) VALUES (?, ?, ?, ?)';
  prepare(database, sql).run(view.id, definition, updatedAt, hash);
  raiseVersion(database, 'graph');
}

export function deleteView(database: WritableDatabase, id: string): boolean {
  raiseVersion(database, 'graph');
  return prepare(database, 'DELETE FROM graph_view WHERE id = ?').run(id).changes > 0;
}

/** All views by id. */
export function listViews(database: ReadableDatabase): GraphView[] {
  const sql = 'SELECT id, definition, updated_at, row_hash FROM graph_view ORDER BY id';
  // The columns are the ones just named.
  const rows = prepare<Record<'id' | 'definition' | 'updated_at' | 'row_hash', string>>(database, sql).all();
  return rows.map(({ id, definition, updated_at, row_hash }) => {
    verifyRow(`the view "${id}"`, [id, definition, updated_at], row_hash);
    // Checked against the contract when it was saved.
    return parseStored<GraphView>(definition);
  });
}

const hashOf = (fields: readonly (string | null)[]): string => rowHash(fields.map(field => field ?? ''));

function toNode({ row_hash, ...row }: NodeRow): StoredNode {
  const { id, kind, name, attributes, valid_from, valid_to, trust, updated_at } = row;
  const fields = [id, kind, name, attributes, valid_from ?? '', valid_to ?? '', trust, updated_at];
  verifyRow(`the node "${id}"`, fields, row_hash);
  return {
    id,
    kind,
    name,
    attributes: JSON.parse(attributes),
    ...(valid_from !== null && { valid_from }),
    ...(valid_to !== null && { valid_to }),
    trust,
    updated_at,
  };
}

function toEdge({ row_hash, ...row }: EdgeRow): GraphEdge {
  const { from_id: from, relation, to_id: to, attributes, valid_from, valid_to } = row;
  const fields = [from, relation, to, attributes, valid_from ?? '', valid_to ?? ''];
  verifyRow(`the edge "${from}" ${relation} "${to}"`, fields, row_hash);
  return {
    from,
    relation,
    to,
    attributes: JSON.parse(attributes),
    ...(valid_from !== null && { valid_from }),
    ...(valid_to !== null && { valid_to }),
  };
}
