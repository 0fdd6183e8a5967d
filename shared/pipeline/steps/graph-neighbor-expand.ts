import type { StepKind } from '../step-kind.ts';
import { depth, graphSource } from '../usual-params.ts';

/** `graph_neighbor_expand`: what lies around the source's nodes, without themselves. */
export const graphNeighborExpand = {
  label: 'Neighbours of nodes',
  summary: 'What lies around the nodes of a list, without themselves.',
  result: 'elements',
  params: {
    source: graphSource,
    depth,
    relation: { kind: 'text', label: 'Relation', help: 'All relations when empty.', offers: 'relations' },
  },
  brief: ({ source, used, after }) => [source, `depth ${used('depth')}`, after('by', 'relation')],
} as const satisfies StepKind;
