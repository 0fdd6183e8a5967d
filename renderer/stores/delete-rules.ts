import type { Documents } from './history.ts';
import { arrangeRules, dropEmpty, shownRules } from './layouts.ts';

/** Deletes rules and what is kept of them beside their engine, from wherever that is asked. */
export function deleteRules(draft: Documents, engineId: string, ruleIds: readonly string[]): void {
  const gone = new Set(ruleIds);
  arrangeRules(
    draft,
    engineId,
    shownRules(draft, engineId).filter(rule => !gone.has(rule.id)),
  );
  forgetRules(draft, engineId, ruleIds);
}

/** Rules are gone: nothing is kept of where they stood, nor of what was begun in them. */
export function forgetRules(draft: Documents, engineId: string, ruleIds: readonly string[]): void {
  unlinkAlternatives(draft, engineId, ruleIds);
  const layout = draft.layouts[engineId];
  if (!layout) return;
  for (const id of ruleIds) {
    delete layout.drafts?.[id];
    delete layout.pins[`rule:${id}`];
  }
  dropEmpty(draft, engineId);
}

/** Takes rules out of their groups of alternatives; a group of one is none. */
export function unlinkAlternatives(draft: Documents, engineId: string, ruleIds: readonly string[]): void {
  const layout = draft.layouts[engineId];
  if (!layout?.alternatives?.some(group => group.some(id => ruleIds.includes(id)))) return;
  const groups = layout.alternatives.map(group => group.filter(id => !ruleIds.includes(id)));
  layout.alternatives = groups.filter(group => group.length > 1);
  if (layout.alternatives.length === 0) delete layout.alternatives;
  dropEmpty(draft, engineId);
}
