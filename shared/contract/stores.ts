import { z } from 'zod';
import { elementSchema } from '../model/element.ts';
import { graphEdgeSchema, graphNodeSchema, graphViewSchema } from '../model/graph.ts';
import { storedNameSchema as name } from '../model/stored-name.ts';
import { nothing, procedure } from './procedure.ts';

const isoTime = z.iso.datetime({ offset: true });
/** The log's own fields, and any JSON beside. */
const eventInput = z.strictObject({
  type: name,
  stream: name.optional(),
  content: z.string().max(1_000_000),
  data: z.unknown().optional(),
  /** When it happened; now when absent. */
  timestamp: isoTime.optional(),
});

/** Most events, nodes or edges in one call. */
const mostAtOnce = 10_000;

/** The event log: what is in it stays as it is. */
export const eventLogContract = {
  'events.append': procedure({
    summary: 'Appends events to the log of an instance, all or none.',
    access: 'write',
    project: true,
    input: z.strictObject({ instance: name, events: z.array(eventInput).min(1).max(mostAtOnce) }),
    output: z.object({ ids: z.array(z.string()) }),
  }),
  'events.search': procedure({
    summary: 'Events of an instance, newest first.',
    access: 'read',
    project: true,
    input: z.strictObject({
      instance: name,
      eventType: name.optional(),
      streamId: name.optional(),
      since: isoTime.optional(),
      limit: z.int().min(1).max(1000).optional(),
    }),
    output: z.object({ events: z.array(elementSchema) }),
  }),
};

/** The knowledge graph: nodes, edges between them, and views that are kept under a name. */
export const graphContract = {
  'graph.upsert': procedure({
    summary: 'Writes nodes and edges, in place of those with the same id or the same ends and relation.',
    access: 'write',
    project: true,
    input: z.strictObject({
      nodes: z.array(graphNodeSchema).max(mostAtOnce).optional(),
      edges: z.array(graphEdgeSchema).max(mostAtOnce).optional(),
    }),
    output: z.object({ nodes: z.int(), edges: z.int() }),
  }),
  'graph.delete': procedure({
    summary: 'Deletes nodes with their edges, single edges, and views.',
    access: 'write',
    project: true,
    input: z.strictObject({
      nodes: z.array(name).max(mostAtOnce).optional(),
      edges: z
        .array(z.strictObject({ from: name, relation: name, to: name }))
        .max(mostAtOnce)
        .optional(),
      views: z.array(name).max(mostAtOnce).optional(),
    }),
    output: z.object({ deleted: z.int() }),
  }),
  'graph.saveView': procedure({
    summary: 'Keeps a view: which nodes, and how far around them.',
    access: 'write',
    project: true,
    input: graphViewSchema,
    output: z.object({ updated_at: z.string() }),
  }),
  'graph.views': procedure({
    summary: 'All views, by id.',
    access: 'read',
    project: true,
    input: nothing,
    output: z.object({ views: z.array(graphViewSchema) }),
  }),
  'graph.read': procedure({
    summary:
      'The nodes of a saved view, or of one that is given; nodes of the view first, then what lies around.',
    access: 'read',
    project: true,
    input: z.union([z.strictObject({ viewId: name }), z.strictObject({ view: graphViewSchema })]),
    output: z.object({ nodes: z.array(elementSchema), edges: z.array(graphEdgeSchema) }),
  }),
};
