import type { NodeChange, OnNodeDrag } from '@xyflow/react';
import { useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Place } from '../edits/layout-edits.ts';
import { dropOnRule } from '../rule-actions.ts';
import { currentSelectedIds, select } from '../selection.ts';
import type { CanvasNode } from './build-graph.ts';
import { thingOf } from './node-ids.ts';
import { moveNodes } from './pin-actions.ts';

type DragEnd = Parameters<OnNodeDrag>[0];
type Places = ReadonlyMap<string, Place>;
const nowhere: Places = new Map();

/** Nodes follow the pointer while they are dragged, and are pinned where they are let go. */
export function useNodeMoves(engineId: string, nodes: CanvasNode[]) {
  const [dragged, setDragged] = useState(nowhere);
  const follow = (changes: readonly NodeChange<CanvasNode>[]) => {
    const places = changes.flatMap(change =>
      change.type === 'position' && change.dragging && change.position
        ? [[change.id, change.position] as const]
        : [],
    );
    if (places.length === 0) return;
    // Within the event, so that the next frame shows it: React would draw it behind that one.
    flushSync(() => setDragged(before => new Map([...before, ...places])));
  };
  return {
    nodes: useMoved(nodes, dragged),
    follow,
    handlers: {
      onNodeDragStart: (_: DragEnd, node: CanvasNode) => {
        if (!currentSelectedIds().includes(node.id)) select(node.id);
      },
      onNodeDragStop: (event: DragEnd, node: CanvasNode, moved: CanvasNode[]) => {
        setDragged(nowhere);
        if (!dropVariable(engineId, node, event))
          moveNodes(engineId, new Map(moved.map(({ id, position }) => [id, position])));
      },
    },
  };
}

/** A variable let go over a rule becomes a condition of it, and stays where it was. */
function dropVariable(engineId: string, node: CanvasNode, event: DragEnd): boolean {
  if (node.type !== 'variable') return false;
  const point = 'changedTouches' in event ? event.changedTouches[0] : event;
  const ruleId = point && ruleAt(point.clientX, point.clientY);
  if (ruleId === undefined) return false;
  dropOnRule({ engineId, ruleId }, { kind: 'variable', field: node.data.field });
  return true;
}

function ruleAt(x: number, y: number): string | undefined {
  for (const element of document.elementsFromPoint(x, y)) {
    const id =
      element instanceof HTMLElement
        ? element.closest<HTMLElement>('.react-flow__node')?.dataset.id
        : undefined;
    const thing = id === undefined ? undefined : thingOf(id);
    if (thing?.kind === 'rule') return thing.ruleId;
  }
  return undefined;
}

/** The same nodes, those that are dragged under the pointer. */
function useMoved(nodes: CanvasNode[], places: Places): CanvasNode[] {
  return useMemo(() => {
    if (places.size === 0) return nodes;
    return nodes.map(node => {
      const position = places.get(node.id);
      return position ? { ...node, position: { ...position }, dragging: true } : node;
    });
  }, [nodes, places]);
}
