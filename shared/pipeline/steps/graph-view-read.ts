import type { StepKind } from '../step-kind.ts';

/** `graph_view_read`: the nodes of a saved view. */
export const graphViewRead = {
  label: 'Read a graph view',
  summary: 'Nodes of a saved view of the knowledge graph.',
  result: 'elements',
  params: { viewId: { kind: 'text', label: 'View', required: true, offers: 'graph views' } },
  brief: ({ after }) => [after('view', 'viewId')],
} as const satisfies StepKind;
