import type { KeyboardEvent, RefObject } from 'react';
import { type CommandHandlers, useProvideCommands } from '../../../stores/commands.ts';
import { showMemory } from '../../../stores/workspace.ts';
import { requestFocus, ruleNameFocus } from '../focus-request.ts';
import { deleteAndStep, idsOfCurrentRules } from '../rule-actions.ts';
import { clearMarked, currentSelectedId, currentSelectedIds, select } from '../selection.ts';
import type { CanvasEdge, CanvasNode } from './build-graph.ts';
import { canRename, deleteThing, isDeletable, rename } from './delete-thing.ts';
import { thingOf } from './node-ids.ts';
import { arrange, canArrange, nudgeNodes, togglePinned } from './pin-actions.ts';
import { type HiddenRule, selectNodes } from './together.ts';
import { toggleGroup } from './use-groups.ts';
import { type Direction, walkGraph } from './walk-graph.ts';

interface CanvasKeys {
  readonly engineId: string;
  readonly nodes: readonly CanvasNode[];
  readonly edges: readonly CanvasEdge[];
  /** Rules in closed groups. */
  readonly hidden: readonly HiddenRule[];
  readonly root: RefObject<HTMLElement | null>;
}

const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/**
 * Arrows walk, with Shift they take along, with Alt they move nodes on the canvas. Enter opens, Escape leaves one
 * selected; commands ask what is selected.
 */
export function useCanvasKeys({ engineId, nodes, edges, hidden, root }: CanvasKeys) {
  useProvideCommands(canvasCommands({ engineId, nodes, hidden, root }), () => hasFocus(root.current));

  const move = (direction: Direction, event: KeyboardEvent) => {
    if (event.altKey) return nudgeNodes(engineId, selectedNodes(nodes), direction);
    const next = walkGraph(nodes, edges, currentSelectedId(), direction);
    if (next === undefined) return;
    if (event.shiftKey) selectNodes(engineId, [...currentSelectedIds(), next], hidden, next);
    else select(next);
  };
  return (event: KeyboardEvent) => {
    const direction = directions[event.key];
    // With Mod they are keys of commands.
    if (event.target !== root.current || (direction && (event.metaKey || event.ctrlKey))) return;
    if (direction) move(direction, event);
    else if (event.key === 'Enter') open(engineId, currentSelectedId());
    else if (event.key !== 'Escape' || !clearMarked()) return;
    event.preventDefault();
  };
}

function selectedNodes(nodes: readonly CanvasNode[]): CanvasNode[] {
  const ids = new Set(currentSelectedIds());
  // Cards of groups stand where their rules do.
  return nodes.filter(node => ids.has(node.id) && node.type !== 'ruleGroup');
}

function open(engineId: string, id: string | undefined): void {
  const thing = id === undefined ? undefined : thingOf(id);
  if (thing?.kind === 'memory') showMemory(thing.memoryId);
  else if (thing?.kind === 'group') toggleGroup(engineId, thing.key);
  else if (thing) requestFocus(ruleNameFocus);
}

/** Delete takes off what is selected: an edge with its meaning, rules as a whole. */
function canvasCommands({ engineId, nodes, hidden, root }: Omit<CanvasKeys, 'edges'>): CommandHandlers {
  /** Each rule, or the card of its group. */
  const all = () => {
    const closed = new Set(hidden.map(({ group }) => group));
    return nodes.flatMap(({ id, type }) => (type === 'rule' || closed.has(id) ? id : []));
  };
  return {
    'edit.rename': {
      when: () => hasFocus(root.current) && canRename(currentSelectedId()),
      run: () => rename(currentSelectedId()),
    },
    'edit.delete': {
      when: () => hasFocus(root.current) && (areMany() || isDeletable(currentSelectedId())),
      run: () =>
        areMany() ? deleteAndStep(engineId, idsOfCurrentRules()) : deleteThing(engineId, currentSelectedId()),
    },
    'edit.selectAll': {
      when: () => hasFocus(root.current) && all().length > 0,
      run: () => selectNodes(engineId, all(), hidden),
    },
    'canvas.pin': {
      when: () => selectedNodes(nodes).length > 0,
      run: () => togglePinned(engineId, selectedNodes(nodes)),
    },
    'canvas.arrange': {
      when: () => canArrange(engineId, currentSelectedIds()),
      run: () => arrange(engineId, currentSelectedIds()),
    },
  };
}

const areMany = (): boolean => currentSelectedIds().length > 1;

/** Nothing else has the focus: the canvas itself, or no control at all (a node was clicked). */
function hasFocus(root: HTMLElement | null): boolean {
  const { activeElement } = document;
  return activeElement === document.body || (root?.contains(activeElement) ?? false);
}
