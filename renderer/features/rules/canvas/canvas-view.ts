import { createContext, use } from 'react';

/** How much a node can show at the current zoom: everything, its conditions as chips, or its name alone. */
export type ZoomLevel = 'near' | 'middle' | 'far';

export function zoomLevel(zoom: number): ZoomLevel {
  if (zoom >= 0.64) return 'near';
  return zoom >= 0.44 ? 'middle' : 'far';
}

/** No farther than the names of rules can be read: the map shows what is beyond. */
export const farthest = 0.2;

interface View {
  readonly level: ZoomLevel;
  /** Type of the node that a connection is being drawn from. */
  readonly connectingFrom: string | undefined;
}

export const CanvasViewContext = createContext<View>({ level: 'near', connectingFrom: undefined });

export const useZoomLevel = (): ZoomLevel => use(CanvasViewContext).level;

export const useConnectingFrom = (): string | undefined => use(CanvasViewContext).connectingFrom;

/** From so many nodes on there is a map. */
export const mapFrom = 50;
