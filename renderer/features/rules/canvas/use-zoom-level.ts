import { type ReactFlowState, useStore } from '@xyflow/react';

/** How much a node can show at the current zoom: everything, its conditions as chips, or its name alone. */
export type ZoomLevel = 'near' | 'middle' | 'far';

export function zoomLevel(zoom: number): ZoomLevel {
  if (zoom >= 0.64) return 'near';
  return zoom >= 0.44 ? 'middle' : 'far';
}

const selectLevel = (state: ReactFlowState): ZoomLevel => zoomLevel(state.transform[2]);

export function useZoomLevel(): ZoomLevel {
  return useStore(selectLevel);
}
