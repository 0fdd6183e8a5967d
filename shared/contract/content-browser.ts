import { z } from 'zod';
import { graphEdgeSchema, graphNodeSchema } from '../model/graph.ts';
import { nothing, procedure } from './procedure.ts';

const counted = z.object({ name: z.string(), count: z.int() });
export type Counted = z.infer<typeof counted>;

/** A node with who wrote it and when it was last written. */
const keptNodeSchema = graphNodeSchema.extend({
  trust: z.enum(['user', 'agent']),
  updated_at: z.string(),
});
export type KeptNode = z.infer<typeof keptNodeSchema>;

/** What somebody who looks through the stores needs beside their contents. */
export const contentBrowserContract = {
  'content.facets': procedure({
    summary: 'What the event log and the graph can be filtered by, with how much there is of each, by name.',
    access: 'read',
    project: true,
    input: nothing,
    output: z.object({
      /** Each instance of the event log with the types and streams in it. */
      instances: z.array(counted.extend({ types: z.array(counted), streams: z.array(counted) })),
      /** Kinds of nodes and relations of edges, whenever they are valid. */
      kinds: z.array(counted),
      relations: z.array(counted),
    }),
  }),
  'graph.neighbours': procedure({
    summary:
      'A node with every edge that is valid now, in both directions, and the nodes at their other ends.',
    access: 'read',
    project: true,
    input: z.strictObject({ id: z.string().min(1).max(200), limit: z.int().min(1).max(1000).optional() }),
    output: z.object({
      node: keptNodeSchema,
      edges: z.array(graphEdgeSchema),
      neighbours: z.array(keptNodeSchema),
      /** Edges beyond the limit, which is 200 when absent. */
      left_out: z.int(),
    }),
  }),
};
