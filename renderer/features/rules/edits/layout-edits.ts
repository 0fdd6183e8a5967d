import type { Documents } from '../../../stores/history.ts';
import { dropEmpty, layoutOf } from '../../../stores/layouts.ts';
import { ruleNodeId } from '../canvas/node-ids.ts';

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Pins nodes where they were put. A pin that others were arranged around keeps them away from its new place. */
export function pinNodes(draft: Documents, engineId: string, places: ReadonlyMap<string, Place>): void {
  if (!draft.engines[engineId] || places.size === 0) return;
  const { pins } = layoutOf(draft, engineId);
  for (const [id, { x, y }] of places) pins[id] = { ...pins[id], x: Math.round(x), y: Math.round(y) };
}

/** Lets nodes go back to where they are laid out. */
export function unpinNodes(draft: Documents, engineId: string, ids: readonly string[]): void {
  const layout = draft.layouts[engineId];
  if (!layout) return;
  for (const id of ids) delete layout.pins[id];
  dropEmpty(draft, engineId);
}

/** Lays everything out around the pins: others close the gaps that they left and keep clear of them. */
export function arrangeAroundPins(draft: Documents, engineId: string): void {
  for (const pin of Object.values(draft.layouts[engineId]?.pins ?? {})) pin.settled = true;
}

/** Makes `other` an alternative of `ruleId` and of all that are alternatives of it already, right behind it. */
export function linkAlternatives(draft: Documents, engineId: string, ruleId: string, other: string): void {
  const layout = layoutOf(draft, engineId);
  layout.alternatives ??= [];
  const group = layout.alternatives.find(ids => ids.includes(ruleId));
  if (group) group.splice(group.indexOf(ruleId) + 1, 0, other);
  else layout.alternatives.push([ruleId, other]);
}

/** A rule has another id: it stands where it stood, beside its alternatives. */
export function renameRuleInLayout(draft: Documents, engineId: string, from: string, to: string): void {
  const layout = draft.layouts[engineId];
  if (!layout || from === to) return;
  const pin = layout.pins[ruleNodeId(from)];
  delete layout.pins[ruleNodeId(from)];
  if (pin) layout.pins[ruleNodeId(to)] = pin;
  const begun = layout.drafts?.[from];
  if (layout.drafts && begun) {
    delete layout.drafts[from];
    layout.drafts[to] = begun;
  }
  const rule = layout.begun?.[from];
  if (layout.begun && rule) {
    delete layout.begun[from];
    layout.begun[to] = rule;
  }
  for (const group of layout.alternatives ?? [])
    group.splice(0, group.length, ...group.map(id => (id === from ? to : id)));
}
