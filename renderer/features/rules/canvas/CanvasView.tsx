import { type ConnectionState, type ReactFlowState, useConnection, useStore } from '@xyflow/react';
import { type ReactNode, useMemo } from 'react';
import { CanvasViewContext, zoomLevel } from './canvas-view.ts';

const selectLevel = (state: ReactFlowState) => zoomLevel(state.transform[2]);
const selectConnecting = ({ fromNode }: ConnectionState) => fromNode?.type;

/** Tells all nodes how much they show: one listener, where each node's own would be asked in every frame of a pan. */
export function CanvasView({ children }: { readonly children: ReactNode }) {
  const level = useStore(selectLevel);
  const connectingFrom = useConnection(selectConnecting);
  const view = useMemo(() => ({ level, connectingFrom }), [level, connectingFrom]);
  return <CanvasViewContext value={view}>{children}</CanvasViewContext>;
}
