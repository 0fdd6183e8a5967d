import { z } from 'zod';
import { isJsonObject, type JsonObject } from './json.ts';
import { storedNameSchema as name } from './stored-name.ts';

const attributes = z.custom<JsonObject>(isJsonObject, 'must be an object').meta({ type: 'object' });
const isoTime = z.iso.datetime({ offset: true });

/** A thing the graph knows: `valid_from` and `valid_to` (ISO 8601, end excluded) bound when it is so. */
export const graphNodeSchema = z.strictObject({
  id: name,
  kind: name,
  name: z.string().min(1).max(1000),
  attributes: attributes.optional(),
  valid_from: isoTime.optional(),
  valid_to: isoTime.optional(),
});
export type GraphNode = z.infer<typeof graphNodeSchema>;

/** How two nodes belong together; one edge for each relation and direction. */
export const graphEdgeSchema = z.strictObject({
  from: name,
  relation: name,
  to: name,
  attributes: attributes.optional(),
  valid_from: isoTime.optional(),
  valid_to: isoTime.optional(),
});
export type GraphEdge = z.infer<typeof graphEdgeSchema>;

/** A query that is kept under a name: nodes by kind and text, and what lies within `depth` edges of them. */
export const graphViewSchema = z.strictObject({
  id: name,
  label: z.string().max(200).optional(),
  /** All kinds when absent. */
  kinds: z.array(name).max(100).optional(),
  /** Nodes whose name or attributes contain it, whatever the case. */
  text: z.string().max(1000).optional(),
  /** 0, the nodes alone, when absent. */
  depth: z.int().min(0).max(10).optional(),
  /** Only edges of this relation are followed. */
  relation: name.optional(),
  /** 100 when absent. */
  limit: z.int().min(1).max(1000).optional(),
});
export type GraphView = z.infer<typeof graphViewSchema>;
