import type { NodeChange } from '@xyflow/react';
import { type MouseEvent as ReactMouseEvent, useRef } from 'react';
import { currentSelectedIds } from '../selection.ts';
import type { CanvasNode } from './build-graph.ts';
import { type HiddenRule, selectNodes } from './together.ts';

interface SelectionBox {
  /** What was selected before and stays. */
  readonly kept: readonly string[];
  readonly inside: Set<string>;
}

/** Dragging over the empty canvas selects what the box touches; with Shift or Mod it adds to the selection. */
export function useBoxSelection(engineId: string, hidden: readonly HiddenRule[]) {
  const box = useRef<SelectionBox>(undefined);
  return {
    /** Hears what comes into the box and leaves it; the library tells by changes of nodes. */
    mark: (changes: readonly NodeChange<CanvasNode>[]) => {
      const current = box.current;
      if (!current) return;
      const marks = changes.filter(change => change.type === 'select');
      if (marks.length === 0) return;
      for (const { id, selected } of marks)
        if (selected) current.inside.add(id);
        else current.inside.delete(id);
      const ids = new Set([...current.kept, ...current.inside]);
      if (ids.size > 0) selectNodes(engineId, [...ids], hidden);
    },
    handlers: {
      onSelectionStart: (event: ReactMouseEvent) => {
        box.current = { kept: isAdding(event) ? currentSelectedIds() : [], inside: new Set() };
      },
      onSelectionEnd: () => {
        box.current = undefined;
      },
    },
  };
}

/** Shift, Ctrl or Cmd held: what is chosen comes to what is selected. */
export function isAdding({
  shiftKey,
  ctrlKey,
  metaKey,
}: Pick<ReactMouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'>): boolean {
  return shiftKey || ctrlKey || metaKey;
}
