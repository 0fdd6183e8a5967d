import type { Layout } from '../../../../shared/model/layout.ts';
import type { ContextRuleEngine } from '../../../../shared/model/rule.ts';
import { freeIdFromName } from '../../../stores/free-id.ts';
import type { Documents } from '../../../stores/history.ts';
import { copyName } from '../../../stores/next-name.ts';

/** Adds an empty engine; gives its id, which is free without regard to case. */
export function addEngine(draft: Documents, name: string): string {
  const id = freeIdFromName(name, 'engine', Object.keys(draft.engines));
  draft.engines[id] = { id, name, description: '', enabled: true, rules: [] };
  return id;
}

/** Name and description; the id, which is the file's name, stays. */
export function describeEngine(
  draft: Documents,
  id: string,
  { name, description }: { name: string; description: string },
): void {
  const engine = draft.engines[id];
  if (engine) Object.assign(engine, { name, description });
}

export function setEngineEnabled(draft: Documents, id: string, enabled: boolean): void {
  const engine = draft.engines[id];
  if (engine) engine.enabled = enabled;
}

/** Copies an engine under a new id; gives that id, or undefined when there is nothing to copy. */
export function duplicateEngine(draft: Documents, id: string): string | undefined {
  const engine = draft.engines[id];
  if (!engine) return undefined;
  const name = copyName(engine.name);
  const copyId = freeIdFromName(name, 'engine', Object.keys(draft.engines));
  draft.engines[copyId] = { ...engine, id: copyId, name };
  const layout = draft.layouts[id];
  if (layout) draft.layouts[copyId] = { ...layout, id: copyId };
  return copyId;
}

/** Deletes an engine, and with it where its things stood. */
export function deleteEngine(draft: Documents, id: string): void {
  delete draft.engines[id];
  delete draft.layouts[id];
}

/** Brings a deleted engine back, unless its id was taken again. */
export function restoreEngine(draft: Documents, engine: ContextRuleEngine, layout?: Layout): void {
  draft.engines[engine.id] ??= engine;
  if (layout) draft.layouts[engine.id] ??= layout;
}

/** Puts a whole engine in the place of another; its id stays, since the file's name is the id. */
export function replaceEngine(draft: Documents, id: string, engine: ContextRuleEngine): void {
  if (draft.engines[id]) draft.engines[id] = { ...engine, id };
}
