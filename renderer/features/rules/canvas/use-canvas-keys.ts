import type { KeyboardEvent, RefObject } from 'react';
import { type CommandHandlers, useProvideCommands } from '../../../stores/commands.ts';
import { showMemory } from '../../../stores/workspace.ts';
import { requestFocus, ruleNameFocus } from '../focus-request.ts';
import { moveRuleBy } from '../rule-actions.ts';
import { currentSelectedId, currentSelection, select } from '../selection.ts';
import type { CanvasEdge, CanvasNode } from './build-graph.ts';
import { deleteThing, isDeletable } from './delete-thing.ts';
import { thingOf } from './node-ids.ts';
import { type Direction, walkGraph } from './walk-graph.ts';

interface CanvasKeys {
  readonly engineId: string;
  readonly nodes: readonly CanvasNode[];
  readonly edges: readonly CanvasEdge[];
  readonly root: RefObject<HTMLElement | null>;
}

const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** Arrows walk, Mod and arrows move a rule, Enter opens; deleting asks what is selected. */
export function useCanvasKeys({ engineId, nodes, edges, root }: CanvasKeys) {
  useProvideCommands(deleteCommand(engineId, root));

  const walk = (direction: Direction) => {
    const next = walkGraph(nodes, edges, currentSelectedId(), direction);
    if (next !== undefined) select(next);
  };
  return (event: KeyboardEvent) => {
    const direction = directions[event.key];
    if (event.target !== root.current || (event.key !== 'Enter' && !direction)) return;
    event.preventDefault();
    if (!direction) open(currentSelectedId());
    else if (event.metaKey || event.ctrlKey) moveSelected(engineId, direction);
    else walk(direction);
  };
}

function open(id: string | undefined): void {
  const thing = id === undefined ? undefined : thingOf(id);
  if (thing?.kind === 'memory') showMemory(thing.memoryId);
  else if (thing) requestFocus(ruleNameFocus);
}

function moveSelected(engineId: string, direction: Direction): void {
  const { rule } = currentSelection();
  if (!rule || direction === 'left' || direction === 'right') return;
  moveRuleBy({ engineId, ruleId: rule.id }, direction === 'up' ? -1 : 1);
}

/** Delete takes off what is selected: an edge with its meaning, a rule as a whole. */
function deleteCommand(engineId: string, root: RefObject<HTMLElement | null>): CommandHandlers {
  return {
    'edit.delete': {
      when: () => isDeletable(currentSelectedId()) && hasFocus(root.current),
      run: () => deleteThing(engineId, currentSelectedId()),
    },
  };
}

/** Nothing else has the focus: the canvas itself, or no control at all (a node was clicked). */
function hasFocus(root: HTMLElement | null): boolean {
  const { activeElement } = document;
  return activeElement === document.body || (root?.contains(activeElement) ?? false);
}
