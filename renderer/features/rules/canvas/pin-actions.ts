import type { Pin } from '../../../../shared/model/layout.ts';
import { edit, useDocuments } from '../../../stores/documents.ts';
import { shownRules } from '../../../stores/layouts.ts';
import { t } from '../../../texts/texts.ts';
import { arrangeAroundPins, type Place, pinNodes, unpinNodes } from '../edits/layout-edits.ts';
import type { CanvasNode } from './build-graph.ts';
import { ruleNodeId } from './node-ids.ts';
import type { Direction } from './walk-graph.ts';

/** How far a key moves things, in the canvas's own pixels: one dot of its ground. */
const nudge = 20;
const nudges = {
  up: { x: 0, y: -nudge },
  down: { x: 0, y: nudge },
  left: { x: -nudge, y: 0 },
  right: { x: nudge, y: 0 },
} as const satisfies Record<Direction, Place>;

/** Pins nodes at new places as one step. */
export function moveNodes(engineId: string, places: ReadonlyMap<string, Place>): void {
  edit(t('move on canvas'), draft => pinNodes(draft, engineId, places));
}

/** Moves nodes by keys; keys that follow each other at once are one step. */
export function nudgeNodes(engineId: string, nodes: readonly CanvasNode[], direction: Direction): void {
  const places = placesOf(nodes, nudges[direction]);
  edit(
    t('move on canvas'),
    draft => pinNodes(draft, engineId, places),
    `nudge/${engineId}/${[...places.keys()]}`,
  );
}

/** Pins nodes where they are; lets them go when every one of them is pinned. */
export function togglePinned(engineId: string, nodes: readonly CanvasNode[]): void {
  const ids = nodes.map(node => node.id);
  if (arePinned(engineId, ids)) unpin(engineId, ids);
  else edit(t('pin on canvas'), draft => pinNodes(draft, engineId, placesOf(nodes, { x: 0, y: 0 })));
}

export function arePinned(engineId: string, ids: readonly string[]): boolean {
  const pins = pinsOf(engineId);
  return ids.every(id => pins[id]);
}

export function unpin(engineId: string, ids: readonly string[]): void {
  edit(t('unpin on canvas'), draft => unpinNodes(draft, engineId, ids));
}

/** True when arranging would change anything: a pin that is not settled, or any pin when every rule is selected. */
export function canArrange(engineId: string, selected: readonly string[]): boolean {
  const pins = Object.values(pinsOf(engineId));
  return pins.some(pin => pin?.settled !== true) || (pins.length > 0 && hasEveryRule(engineId, selected));
}

/** Lays the canvas out around its pins, as one step; with every rule selected the pins go as well. */
export function arrange(engineId: string, selected: readonly string[]): void {
  edit(t('arrange canvas'), draft => {
    if (hasEveryRule(engineId, selected)) unpinNodes(draft, engineId, Object.keys(pinsOf(engineId)));
    else arrangeAroundPins(draft, engineId);
  });
}

function hasEveryRule(engineId: string, selected: readonly string[]): boolean {
  const ids = new Set(selected);
  const rules = shownRules(useDocuments.getState().working, engineId);
  return rules.length > 0 && rules.every(rule => ids.has(ruleNodeId(rule.id)));
}

export function pinsOf(engineId: string): Readonly<Record<string, Pin | undefined>> {
  return useDocuments.getState().working.layouts[engineId]?.pins ?? {};
}

function placesOf(nodes: readonly CanvasNode[], by: Place): Map<string, Place> {
  return new Map(nodes.map(({ id, position }) => [id, { x: position.x + by.x, y: position.y + by.y }]));
}
