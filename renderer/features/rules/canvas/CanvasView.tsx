import { type ConnectionState, useConnection, useStoreApi } from '@xyflow/react';
import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react';
import { CanvasViewContext, CanvasZoom } from './canvas-view.ts';

const selectConnecting = ({ fromNode }: ConnectionState) => fromNode?.type;

/** Tells all nodes how much they show: one listener, where each node's own would be asked in every frame of a pan. */
export function CanvasView({ children }: { readonly children: ReactNode }) {
  const store = useStoreApi();
  const [zoom] = useState(() => new CanvasZoom());
  useLayoutEffect(() => {
    zoom.set(store.getState().transform[2]);
    return store.subscribe(({ transform: [, , now] }, { transform: [, , before] }) => {
      if (now !== before) zoom.move(now);
    });
  }, [zoom, store]);
  const connectingFrom = useConnection(selectConnecting);
  const view = useMemo(() => ({ zoom, connectingFrom }), [zoom, connectingFrom]);
  return <CanvasViewContext value={view}>{children}</CanvasViewContext>;
}
