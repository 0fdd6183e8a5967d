import type { StepKind } from '../step-kind.ts';
import { depth, graphSource } from '../usual-params.ts';

/** `graph_view_expand`: the source's nodes, then what is within depth, breadth first. */
export const graphViewExpand = {
  label: 'Expand nodes',
  summary: 'The nodes of a list and what lies around them.',
  result: 'elements',
  params: { source: graphSource, depth },
  brief: ({ source, used }) => [source, `depth ${used('depth')}`],
} as const satisfies StepKind;
