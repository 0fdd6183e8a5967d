import { type ReactFlowState, useReactFlow, useStore, type Viewport } from '@xyflow/react';
import { useCallback, useEffect, useRef } from 'react';
import { canvasWidth } from './geometry.ts';

const margin = 24;
const top = 54;

/** Where the canvas opens: as wide as it fits, never larger than life, first rules in sight. */
function startView(width: number): Viewport {
  const zoom = Math.min(1, Math.max(0.66, (width - 2 * margin) / canvasWidth));
  const x = Math.max(margin, (width - canvasWidth * zoom) / 2);
  return { x, y: top * Math.max(zoom, 0.85), zoom };
}

/** Shows an engine from its start when it is opened, and goes on doing so while its place changes, until somebody moves it. */
export function useStartView(engineId: string): void {
  const { getViewport, setViewport } = useReactFlow();
  const width = useStore(selectWidth);
  const shown = useRef<{ readonly engineId: string; readonly view: Viewport }>(undefined);
  useEffect(() => {
    if (width === 0) return;
    const isShown = shown.current?.engineId === engineId;
    if (isShown && !isSameView(getViewport(), shown.current?.view)) return;
    const view = startView(width);
    shown.current = { engineId, view };
    void setViewport(view);
  }, [engineId, width, getViewport, setViewport]);
}

function isSameView(left: Viewport, right: Viewport | undefined): boolean {
  if (right === undefined) return false;
  return Math.hypot(left.x - right.x, left.y - right.y, left.zoom - right.zoom) < 1e-6;
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
