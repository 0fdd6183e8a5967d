import { current, isDraft as isEdited } from 'immer';
import type { Layout } from '../../shared/model/layout.ts';
import type { ContextRule, ContextRuleEngine } from '../../shared/model/rule.ts';
import { freeId } from './free-id.ts';

/** Engines and what is kept beside them, of the working copy or of a recipe. */
interface EnginesBeside {
  readonly engines: Record<string, ContextRuleEngine>;
  readonly layouts: Record<string, Layout>;
}
type Begun = NonNullable<Layout['begun']>;

/**
 * A rule that was just begun: without a condition it would fire for every request. It stands in the layout of its
 * engine until it has one, or until somebody wants it without. A file may have one as well: muted, and changed in place.
 */
export const isDraft = (rule: ContextRule): boolean => rule.enabled === false && rule.when.length === 0;

/** The rules of an engine in the order of its file, with those that are begun where they will stand. */
export function shownRules({ engines, layouts }: EnginesBeside, engineId: string): ContextRule[] {
  return withBegun(engines[engineId]?.rules ?? [], layouts[engineId]?.begun ?? {});
}

function withBegun(rules: readonly ContextRule[], begun: Begun): ContextRule[] {
  const shown = [...rules];
  // Where an edit from outside took the id of one, it is shown again once the id is free.
  const drafts = Object.values(begun).filter(({ rule: { id } }) => !isTaken(rules, id));
  for (const { at, rule } of drafts.toSorted((one, other) => one.at - other.at)) shown.splice(at, 0, rule);
  return shown;
}

/** Whether the engine has a rule of this id itself. */
const isTaken = (rules: readonly ContextRule[], id: string): boolean => rules.some(rule => rule.id === id);

const shownEngines = new WeakMap<ContextRuleEngine, { begun: Begun; engine: ContextRuleEngine }>();

/** An engine with the rules that are begun: the same object while nothing of it changes. Not for recipes. */
export function shownEngine(
  { engines, layouts }: EnginesBeside,
  engineId: string,
): ContextRuleEngine | undefined {
  const [engine, begun] = [engines[engineId], layouts[engineId]?.begun];
  if (!engine || !begun) return engine;
  const known = shownEngines.get(engine);
  if (known?.begun === begun) return known.engine;
  const shown = { ...engine, rules: withBegun(engine.rules, begun) };
  shownEngines.set(engine, { begun, engine: shown });
  return shown;
}

/** Adds a rule at a place among those that are shown: a draft beside the engine, any other in it. */
export function putRule(draft: EnginesBeside, engineId: string, rule: ContextRule, place: number): void {
  const engine = draft.engines[engineId];
  if (!engine) return;
  const above = shownRules(draft, engineId).slice(0, place);
  const begun = draft.layouts[engineId]?.begun ?? {};
  const isAbove = above.filter(({ id }) => !Object.hasOwn(begun, id) || isTaken(engine.rules, id)).length;
  for (const other of Object.values(begun)) if (other.at >= place) other.at += 1;
  if (!isDraft(rule)) engine.rules.splice(isAbove, 0, rule);
  else layoutOf(draft, engineId).begun = { ...begun, [rule.id]: { at: place, rule } };
}

/** Gives the rules that are shown another order, or leaves some out; each stays in the file that it is in. */
export function arrangeRules(draft: EnginesBeside, engineId: string, rules: readonly ContextRule[]): void {
  const engine = draft.engines[engineId];
  const begun = draft.layouts[engineId]?.begun ?? {};
  if (!engine) return;
  const own = rules.filter(({ id }) => !Object.hasOwn(begun, id) || isTaken(engine.rules, id));
  for (const [id, one] of Object.entries(begun)) {
    // What waits for its id is not among those that are shown.
    if (isTaken(engine.rules, id)) continue;
    const at = rules.findIndex(rule => rule.id === id);
    if (at < 0) delete begun[id];
    else one.at = at;
  }
  if (own.length !== engine.rules.length || own.some(({ id }, at) => id !== engine.rules[at]?.id))
    engine.rules = own;
  dropEmpty(draft, engineId);
}

/** Rules that are drafts no more come into their engines, each where it was shown. Follows every edit. */
export function settleBegun(draft: EnginesBeside): void {
  for (const [engineId, { begun = {} }] of Object.entries(draft.layouts))
    for (const [id, { rule }] of Object.entries(begun)) if (!isDraft(rule)) settle(draft, engineId, id);
}

function settle(draft: EnginesBeside, engineId: string, id: string): void {
  const [engine, begun] = [draft.engines[engineId], draft.layouts[engineId]?.begun];
  const one = begun?.[id];
  if (!engine || !begun || !one) return;
  const { at, rule } = one;
  delete begun[id];
  for (const other of Object.values(begun)) if (other.at > at) other.at -= 1;
  const free = freeId(
    id,
    engine.rules.map(other => other.id),
  );
  putRule(draft, engineId, { ...plain(rule), id: free }, at);
  dropEmpty(draft, engineId);
}

/** What is moved from one document to another is moved as it is now: patches do not follow what is edited in it. */
const plain = (rule: ContextRule): ContextRule => (isEdited(rule) ? current(rule) : rule);

/** The layout of an engine, made where there is none yet. */
export function layoutOf(draft: Pick<EnginesBeside, 'layouts'>, engineId: string): Layout {
  draft.layouts[engineId] ??= { id: engineId, pins: {} };
  return draft.layouts[engineId];
}

/** A layout that says nothing needs no file; what others keep in it is left alone. */
export function dropEmpty(draft: Pick<EnginesBeside, 'layouts'>, engineId: string): void {
  const layout = draft.layouts[engineId];
  if (!layout) return;
  for (const key of ['drafts', 'begun'] as const)
    if (layout[key] && Object.keys(layout[key]).length === 0) delete layout[key];
  const { id: _id, pins, ...rest } = layout;
  if (Object.keys(pins).length === 0 && Object.keys(rest).length === 0) delete draft.layouts[engineId];
}
