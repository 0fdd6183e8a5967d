import { useMemo } from 'react';
import { create } from 'zustand';
import type { ContextRule, ContextRuleEngine } from '../../../shared/model/rule.ts';
import { brokenFileOf } from '../../stores/document-files.ts';
import { type DocumentsState, useDocuments } from '../../stores/documents.ts';
import type { RuleRef } from '../../stores/history.ts';
import { shownEngine } from '../../stores/layouts.ts';
import { firstRule, ruleOfEngine } from '../../stores/rules-of-engine.ts';
import { setWorkspace, useWorkspace, type Workspace } from '../../stores/workspace.ts';
import { inNaturalOrder } from '../../texts/natural-order.ts';
import { ruleNodeId, thingOf } from './canvas/node-ids.ts';

/** A node or edge of the canvas that is no rule. It holds only as long as the rule beside it does. */
const useCanvasTarget = create<{ readonly id?: string | undefined; readonly ruleId?: string | undefined }>(
  () => ({}),
);

/** Nodes of one engine that are selected together; none while one thing is. */
const useMarked = create<{ readonly engineId?: string; readonly ids: readonly string[] }>(() => ({
  ids: [],
}));
const noIds: readonly string[] = [];

/** The engine in sight: the chosen one, or the first that is on while none is. */
export function useCurrentEngineId(): string | undefined {
  const chosen = useWorkspace(selectEngineId);
  return useDocuments(state => currentEngine(state, chosen)?.id);
}

/** The rule in sight: the chosen one, or the engine's first while none is. */
export function useCurrentRule(): RuleRef | undefined {
  const engineId = useCurrentEngineId();
  const chosen = useWorkspace(selectRuleId);
  const ruleId = useDocuments(state => currentRule(currentEngine(state, engineId), chosen)?.id);
  return useMemo(
    () => (engineId === undefined || ruleId === undefined ? undefined : { engineId, ruleId }),
    [engineId, ruleId],
  );
}

/** The same outside of React, for commands. */
export function currentSelection(): {
  engine?: ContextRuleEngine | undefined;
  rule?: ContextRule | undefined;
} {
  const { engineId, ruleId } = useWorkspace.getState();
  const engine = currentEngine(useDocuments.getState(), engineId);
  return { engine, rule: currentRule(engine, ruleId) };
}

/** Id of the selected node or edge on the canvas. */
export function useSelectedId(): string | undefined {
  const ruleId = useCurrentRule()?.ruleId;
  return useCanvasTarget(target => selectedId(target, ruleId));
}

export function currentSelectedId(): string | undefined {
  return selectedId(useCanvasTarget.getState(), currentSelection().rule?.id);
}

/** Every selected node: those selected together, or the one thing that is. */
export function useSelectedIds(engineId: string): readonly string[] {
  const marked = useMarkedThere(engineId);
  const one = useSelectedId();
  return useMemo(() => (marked.length > 0 ? marked : one === undefined ? noIds : [one]), [marked, one]);
}

/** Rules that are selected together, for views without nodes; none where one thing is selected. */
export function useSelectedRuleIds(engineId: string): ReadonlySet<string> {
  const marked = useMarkedThere(engineId);
  return useMemo(() => ruleIdsOf(marked), [marked]);
}

function useMarkedThere(engineId: string): readonly string[] {
  const marked = useMarked(state => (state.engineId === engineId ? state.ids : noIds));
  const engine = useDocuments(({ working }) =>
    marked === noIds ? undefined : shownEngine(working, engineId),
  );
  return useMemo(() => there(marked, engine), [marked, engine]);
}

/** Those whose rules an undo or an edit elsewhere has left; of one alone what is selected is the one thing in sight. */
function there(ids: readonly string[], engine: ContextRuleEngine | undefined): readonly string[] {
  const left = ids.filter(id => {
    const thing = thingOf(id);
    return !thing || !('ruleId' in thing) || ruleOfEngine(engine, thing.ruleId);
  });
  return left.length > 1 ? left : noIds;
}

export function ruleIdsOf(ids: readonly string[]): ReadonlySet<string> {
  return new Set(
    ids.flatMap(id => {
      const thing = thingOf(id);
      return thing?.kind === 'rule' ? thing.ruleId : [];
    }),
  );
}

export function currentSelectedIds(): readonly string[] {
  const { engine } = currentSelection();
  const { engineId, ids } = useMarked.getState();
  const marked = engine?.id === engineId ? there(ids, engine) : noIds;
  if (marked.length > 0) return marked;
  const one = currentSelectedId();
  return one === undefined ? noIds : [one];
}

/** Rules that are selected together; the rule in sight where none are. */
export function currentRules(): readonly ContextRule[] {
  const { engine, rule } = currentSelection();
  const ids = new Set(currentSelectedIds());
  if (ids.size < 2 || !engine) return rule ? [rule] : [];
  return engine.rules.filter(({ id }) => ids.has(ruleNodeId(id)));
}

/**
 * Selects nodes together. `lead` is the one in sight; without it what was in sight stays if it is among them, else it
 * is the first of their rules.
 */
export function selectTogether(engineId: string, ids: readonly string[], lead?: string): void {
  const [first] = ids;
  if (first === undefined) return;
  const current = currentSelectedId();
  const kept = current !== undefined && ids.includes(current) ? current : undefined;
  select(lead ?? kept ?? ids.find(id => thingOf(id)?.kind === 'rule') ?? first);
  useMarked.setState({ engineId, ids: ids.length > 1 ? ids : noIds });
}

/** Takes a node into the selection and into sight, or out of it. */
export function toggleSelected(engineId: string, id: string): void {
  const ids = currentSelectedIds();
  if (ids.includes(id))
    selectTogether(
      engineId,
      ids.filter(other => other !== id),
    );
  else selectTogether(engineId, [...ids, id], id);
}

/** Takes a node into the selection and into sight; it stays in when it was there. */
export function addSelected(engineId: string, id: string): void {
  selectTogether(engineId, [...new Set([...currentSelectedIds(), id])], id);
}

/** Leaves one thing selected. Says whether there were more. */
export function clearMarked(): boolean {
  if (useMarked.getState().ids.length === 0) return false;
  useMarked.setState({ ids: noIds });
  return true;
}

/** Selects a node or edge. A rule, or an edge of one, becomes the rule in the inspector. */
export function select(id: string): void {
  clearMarked();
  const { engine, rule } = currentSelection();
  const thing = thingOf(id);
  const ruleId = thing && 'ruleId' in thing ? thing.ruleId : rule?.id;
  useCanvasTarget.setState({ id: thing?.kind === 'rule' ? undefined : id, ruleId });
  setWorkspace({ engineId: engine?.id, ruleId });
}

/** An engine or a rule whose id became another one where it stood, as when that is undone, stays the one in sight. */
export function followRenamed({ working }: DocumentsState, before: DocumentsState): void {
  const { engineId, ruleId } = useWorkspace.getState();
  const gone =
    engineId === undefined || working.engines[engineId] ? undefined : before.working.engines[engineId];
  const other = gone && Object.values(working.engines).find(({ rules }) => rules === gone.rules);
  if (other) setWorkspace({ engineId: other.id });
  if (engineId === undefined || ruleId === undefined || working === before.working) return;
  const [now, then] = [shownEngine(working, engineId), shownEngine(before.working, engineId)];
  if (!now || !then || ruleOfEngine(now, ruleId) || !ruleOfEngine(then, ruleId)) return;
  const renamed = now.rules[then.rules.findIndex(({ id }) => id === ruleId)];
  if (now.rules.length === then.rules.length && renamed && !ruleOfEngine(then, renamed.id))
    selectRule({ engineId, ruleId: renamed.id });
}

/** Shows a rule that was just made or chosen elsewhere. */
export function selectRule({ engineId, ruleId }: RuleRef): void {
  clearMarked();
  useCanvasTarget.setState({ id: undefined, ruleId });
  setWorkspace({ engineId, ruleId });
}

export function selectEngine(engineId: string): void {
  clearMarked();
  useCanvasTarget.setState({ id: undefined, ruleId: undefined });
  setWorkspace({ engineId, ruleId: undefined });
}

const selectEngineId = (state: Workspace) => state.engineId;
const selectRuleId = (state: Workspace) => state.ruleId;

function currentEngine(state: DocumentsState, chosen: string | undefined): ContextRuleEngine | undefined {
  const { engines } = state.working;
  const engine = chosen === undefined ? undefined : shownEngine(state.working, chosen);
  if (engine) return engine;
  // Whose file broke meanwhile is still the one in sight: no other takes its place unasked.
  if (chosen !== undefined && brokenFileOf(state, 'engines', chosen)) return undefined;
  const sorted = Object.values(engines).sort((left, right) => inNaturalOrder(left.id, right.id));
  const first = sorted.find(({ enabled }) => enabled) ?? sorted[0];
  return first && shownEngine(state.working, first.id);
}

function currentRule(
  engine: ContextRuleEngine | undefined,
  chosen: string | undefined,
): ContextRule | undefined {
  return (chosen === undefined ? undefined : ruleOfEngine(engine, chosen)) ?? firstRule(engine);
}

function selectedId(
  target: { id?: string | undefined; ruleId?: string | undefined },
  ruleId: string | undefined,
): string | undefined {
  if (target.id !== undefined && target.ruleId === ruleId) return target.id;
  return ruleId === undefined ? undefined : ruleNodeId(ruleId);
}
