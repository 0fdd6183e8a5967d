import { type ReactFlowState, useReactFlow, useStore } from '@xyflow/react';
import { useCallback, useEffect, useRef } from 'react';
import { canvasWidth } from './geometry.ts';

const margin = 24;
const top = 54;

/** Where the canvas opens: as wide as it fits, never larger than life, first rules in sight. */
export function startView(width: number): { x: number; y: number; zoom: number } {
  const zoom = Math.min(1, Math.max(0.66, (width - 2 * margin) / canvasWidth));
  const x = Math.max(margin, (width - canvasWidth * zoom) / 2);
  return { x, y: top * Math.max(zoom, 0.85), zoom };
}

/** Shows an engine from its start when it is opened; returns how to go back there. */
export function useStartView(engineId: string): void {
  const goToStart = useGoToStart();
  const width = useStore(selectWidth);
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (width === 0 || shown.current === engineId) return;
    shown.current = engineId;
    goToStart();
  }, [engineId, width, goToStart]);
}

/** Moves the view back to the start. */
export function useGoToStart(): () => void {
  const { setViewport } = useReactFlow();
  const width = useStore(selectWidth);
  return useCallback(() => {
    void setViewport(startView(width));
  }, [setViewport, width]);
}

const selectWidth = (state: ReactFlowState) => state.width;
