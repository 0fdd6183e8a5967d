import { type MouseEvent as ReactMouseEvent, useState } from 'react';
import { currentSelectedIds, select } from '../selection.ts';
import type { CanvasEdge, CanvasNode } from './build-graph.ts';
import { thingOf } from './node-ids.ts';

/** Where the canvas was pressed with the other button, and on what; nothing stands for the empty canvas. */
export interface MenuRequest {
  readonly id?: string;
  readonly x: number;
  readonly y: number;
}

/** Remembers where a context menu is wanted; what is under the pointer becomes the selection. */
export function useCanvasMenu() {
  const [request, setRequest] = useState<MenuRequest>();
  const open = (event: MouseEvent | ReactMouseEvent, id?: string) => {
    event.preventDefault();
    if (id !== undefined && thingOf(id) && !currentSelectedIds().includes(id)) select(id);
    setRequest({ x: event.clientX, y: event.clientY, ...(id !== undefined && { id }) });
  };
  return {
    request,
    close: () => setRequest(undefined),
    handlers: {
      onPaneContextMenu: (event: MouseEvent | ReactMouseEvent) => open(event),
      onNodeContextMenu: (event: ReactMouseEvent, node: CanvasNode) => open(event, node.id),
      onEdgeContextMenu: (event: ReactMouseEvent, edge: CanvasEdge) => open(event, edge.id),
    },
  };
}
