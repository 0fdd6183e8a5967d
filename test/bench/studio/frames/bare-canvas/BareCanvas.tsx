import { type Edge, type Node, ReactFlow, useEdgesState, useNodesState, type Viewport } from '@xyflow/react';

/** What the bench draws beside the studio's canvas. */
export interface BareGraph {
  readonly nodes: Node[];
  readonly edges: Edge[];
  /** Where the studio's canvas stands in its window, in pixels, so that both paint as much. */
  readonly pane: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  };
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly defaultViewport: Viewport;
}

/** The library as its own examples use it: default nodes and edges, state in its two hooks. */
export function BareCanvas({ nodes: given, edges: links, pane, ...view }: BareGraph) {
  const [nodes, , onNodesChange] = useNodesState(given);
  const [edges, , onEdgesChange] = useEdgesState(links);
  return (
    <div style={{ position: 'fixed', ...pane }}>
      <ReactFlow
        edges={edges}
        {...view}
        nodes={nodes}
        onEdgesChange={onEdgesChange}
        onNodesChange={onNodesChange}
      />
    </div>
  );
}
