import { type DragEvent, useState } from 'react';
import { type Dragged, isStudioDrag, readDrag } from './drag-data.ts';

/** Makes an element take what is dragged within the studio; `isOver` while something hangs over it. */
export function useDrop(onDrop: (dragged: Dragged, event: DragEvent) => void) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    if (!isStudioDrag(event.dataTransfer)) return;
    event.preventDefault();
    event.stopPropagation();
    event.dataTransfer.dropEffect = 'copy';
    if (!isOver) setOver(true);
  };
  const leave = (event: DragEvent) => {
    const inside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
    if (!inside) setOver(false);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    const dragged = readDrag(event.dataTransfer);
    if (!dragged) return;
    event.preventDefault();
    event.stopPropagation();
    onDrop(dragged, event);
  };
  return { isOver, target: { onDragOver: over, onDragLeave: leave, onDrop: drop } };
}
