import type { OnMove } from '@xyflow/react';
import type { RefObject } from 'react';

/**
 * While the canvas is panned it is a layer of its own, that is moved instead of painted again. Not while it is zoomed:
 * layers keep the sharpness they began with.
 */
export function usePanLayer(root: RefObject<HTMLElement | null>): { onMoveStart: OnMove; onMoveEnd: OnMove } {
  const hint = (value: string) => {
    const viewport = root.current?.querySelector<HTMLElement>('.react-flow__viewport');
    if (viewport) viewport.style.willChange = value;
  };
  return {
    onMoveStart: event => hint(event === null || event.type === 'wheel' ? '' : 'transform'),
    onMoveEnd: () => hint(''),
  };
}
