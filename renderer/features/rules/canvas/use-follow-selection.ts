import { useReactFlow, useStoreApi } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import type { CanvasNode } from './build-graph.ts';
import { isInView } from './is-in-view.ts';

/** Brings what is selected into sight when it is not: a rule just added, or chosen from the palette or a trace. */
export function useFollowSelection(selected: string | undefined, nodes: readonly CanvasNode[]): void {
  const { setCenter, getViewport } = useReactFlow();
  const pane = useStoreApi();
  const followed = useRef<string>(undefined);
  useEffect(() => {
    const node = nodes.find(candidate => candidate.id === selected);
    const { width, height } = pane.getState();
    if (!node || width === 0 || followed.current === selected) return;
    followed.current = selected;
    const { x, y } = node.position;
    const box = { x, y, width: node.width ?? 0, height: node.height ?? 0 };
    const viewport = getViewport();
    if (isInView(box, viewport, { width, height })) return;
    void setCenter(x + box.width / 2, y + box.height / 2, { zoom: viewport.zoom });
  }, [selected, nodes, pane, getViewport, setCenter]);
}
