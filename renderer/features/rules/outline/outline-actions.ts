import { create } from 'zustand';
import { announce } from '../../../stores/announcements.ts';
import { edit, useDocuments } from '../../../stores/documents.ts';
import { findRule } from '../../../stores/history.ts';
import { t } from '../../../texts/texts.ts';
import { addsEdgeId, ruleNodeId, usesEdgeId } from '../canvas/node-ids.ts';
import { moveCondition, removeCondition } from '../edits/condition-edits.ts';
import { removeDraft } from '../edits/draft-edits.ts';
import { moveRuleMemory, removeRuleMemory } from '../edits/memory-edits.ts';
import { deleteEngineAndStep } from '../engine-actions.ts';
import { deleteAndStep, idsOfCurrentRules, moveRuleBy } from '../rule-actions.ts';
import { addSelected, select, selectEngine, selectRule } from '../selection.ts';
import { conditionKey, engineKey, type OutlineRow, parentOf } from './outline-rows.ts';

/** What was opened and closed, and where one is, while other views are looked at too. */
interface Seen {
  readonly opened: ReadonlyMap<string, boolean>;
  /** A row that no other view knows, such as an engine's. */
  readonly key?: string | undefined;
}
export const useSeen = create<Seen>()(() => ({ opened: new Map() }));

/** The last of what the rule has of the kind is what was added. */
export function showAdded(row: Extract<OutlineRow, { kind: 'new' }>): void {
  const rule = findRule(useDocuments.getState().working, row);
  const memoryId = rule?.then.add_memories.at(-1);
  if (row.what === 'memory' && memoryId !== undefined) select(addsEdgeId(row.ruleId, memoryId));
  if (row.what === 'condition' && rule) select(usesEdgeId(row.ruleId, rule.when.length - 1));
  useSeen.setState({ key: undefined });
}

/** Opens or closes branches. */
export function open(keys: readonly string[], isOpen: boolean): void {
  useSeen.setState(({ opened }) => ({
    opened: new Map([...opened, ...keys.map(key => [key, isOpen] as const)]),
  }));
}

function keepOpened(key: string, isOpen: boolean): void {
  if (!useSeen.getState().opened.has(key)) open([key], isOpen);
}

/** Makes a row the one in sight, in all views as far as they have it. */
export function choose(row: OutlineRow, engineId: string): void {
  if (row.kind === 'engine' && row.engineId !== engineId) {
    // What opens by itself is the engine in sight: walking over another leaves both as they are.
    keepOpened(engineKey(engineId), true);
    keepOpened(row.key, row.isOpen);
    selectEngine(row.engineId);
  }
  if (row.kind !== 'engine') selectRule(row);
  if (row.kind === 'condition') select(usesEdgeId(row.ruleId, row.index));
  if (row.kind === 'memory') select(addsEdgeId(row.ruleId, row.memoryId));
  useSeen.setState({ key: row.key });
}

/** Takes the next rule into the selection. */
export function takeAlong(rows: readonly OutlineRow[], at: number, by: -1 | 1, engineId: string): void {
  const isRule = (row: OutlineRow) => row.kind === 'rule' && row.engineId === engineId;
  const next = by === 1 ? rows.slice(at + 1).find(isRule) : rows.slice(0, at).findLast(isRule);
  if (next?.kind !== 'rule') return;
  addSelected(engineId, ruleNodeId(next.ruleId));
  useSeen.setState({ key: next.key });
}

/** Moves a row by one place among its like. */
export function moveRow(row: OutlineRow | undefined, by: -1 | 1): void {
  if (!row || row.kind === 'engine' || row.kind === 'draft' || row.kind === 'new') return;
  if (row.kind === 'rule') {
    moveRuleBy(row, by);
    return;
  }
  if (row.kind === 'memory') edit(t('move memory'), draft => moveRuleMemory(draft, row, row.memoryId, by));
  if (row.kind === 'condition') {
    const rule = findRule(useDocuments.getState().working, row);
    const to = row.index + by;
    if (to < 0 || to >= (rule?.when.length ?? 0)) return;
    edit(t('move condition'), draft => moveCondition(draft, row, by));
    choose({ ...row, index: to, key: conditionKey(row.engineId, row.ruleId, to) }, row.engineId);
  }
  announce(by === -1 ? t('Moved up.') : t('Moved down.'));
}

/** Takes a row away; the one in its place, or else before it, is the one in sight then. */
export function removeRow(rows: readonly OutlineRow[], at: number, goTo: (place: number) => void): void {
  const row = rows[at];
  if (row?.kind === 'engine') deleteEngineAndStep(row.engineId);
  if (row?.kind === 'rule') {
    const together = idsOfCurrentRules();
    deleteAndStep(row.engineId, together.includes(row.ruleId) ? together : [row.ruleId]);
  }
  if (row?.level !== 3 || row.kind === 'new') return;
  removeLeaf(row);
  const next = row.position < row.size ? rows[at + 1] : undefined;
  if (!next) goTo(row.size > 1 ? at - 1 : parentOf(rows, at));
  // A condition's row is its place, which the next one has now.
  else if (next.kind !== row.kind || row.kind === 'memory') goTo(at + 1);
}

function removeLeaf(row: OutlineRow): void {
  if (row.kind === 'condition') edit(t('remove condition'), draft => removeCondition(draft, row));
  if (row.kind === 'draft') edit(t('remove condition'), draft => removeDraft(draft, row));
  if (row.kind === 'memory') edit(t('remove memory'), draft => removeRuleMemory(draft, row, row.memoryId));
}
