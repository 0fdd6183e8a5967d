import { unreachable } from '../../../shared/contract/errors.ts';
import type { DraftCondition } from '../../../shared/model/layout.ts';
import type { ContextRule } from '../../../shared/model/rule.ts';
import { isRuleEnabled } from '../../../shared/model/rule-defaults.ts';
import type { Section } from '../../../shared/model/section.ts';
import { lackOf } from '../../../shared/rules/draft-condition.ts';
import { saying } from '../../../shared/rules/operators.ts';
import type { Text } from '../../../shared/texts/texts.ts';
import { announce } from '../../stores/announcements.ts';
import { deleteRules } from '../../stores/delete-rules.ts';
import { deleteNamed, namingOf } from '../../stores/deletion.ts';
import { edit, useDocuments } from '../../stores/documents.ts';
import { useEvaluations } from '../../stores/evaluations.ts';
import { type Documents, findRule, type RuleRef } from '../../stores/history.ts';
import { shownRules } from '../../stores/layouts.ts';
import { offerUndo } from '../../stores/offer-undo.ts';
import { noteRenamed, ruleAddress } from '../../stores/renamed.ts';
import { keepSolo } from '../../stores/solo.ts';
import { t } from '../../texts/texts.ts';
import { formatCounted } from '../../ui/format-number.ts';
import { ruleNodeId } from './canvas/node-ids.ts';
import type { Dragged } from './drag-data.ts';
import { beginCondition } from './edits/draft-edits.ts';
import { addRuleMemory, createMemory } from './edits/memory-edits.ts';
import {
  addAlternative,
  addRule,
  duplicateRule,
  moveRule,
  orderedRules,
  setRuleMuted,
  settleRuleId,
} from './edits/rule-edits.ts';
import { suggestForVariable } from './edits/suggest-condition.ts';
import { conditionFocus, requestFocus, ruleNameFocus } from './focus-request.ts';
import { currentRules, currentSelection, selectRule, selectTogether } from './selection.ts';

/** Adds a rule, shows it and lets its name be typed. */
export function startRule(engineId: string, name = t('New rule')): RuleRef | undefined {
  const ruleId = answerOf(t('add rule'), draft => addRule(draft, engineId, name));
  if (ruleId === undefined) return undefined;
  const at = { engineId, ruleId };
  selectRule(at);
  requestFocus(ruleNameFocus);
  return at;
}

/** Begins a condition and moves the focus to what it lacks, so that it can be typed at once. */
export function startCondition(at: RuleRef, begun: DraftCondition): void {
  const index = answerOf(t('add condition'), draft => beginCondition(draft, at, begun));
  if (index === undefined) return;
  selectRule(at);
  requestFocus(conditionFocus(index, lackOf(begun) ?? 'field'));
}

/** What a palette chip or a variable means when it is dropped on a rule. */
export function dropOnRule(at: RuleRef, dragged: Dragged): void {
  const rule = currentRule(at);
  if (!rule) return;
  const begun = conditionOfDragged(dragged);
  if (begun) startCondition(at, begun);
  if (dragged.kind !== 'memory') return;
  edit(t('add memory'), draft => addRuleMemory(draft, at, dragged.memoryId));
  selectRule(at);
}

/** The same by key or press, for the rule in sight; for a new one where the engine has none. */
export function addToCurrentRule(dragged: Dragged): void {
  const { engine, rule } = currentSelection();
  if (engine && rule) dropOnRule({ engineId: engine.id, ruleId: rule.id }, dragged);
  else if (engine) dropOnCanvas(engine.id, dragged);
}

/** The condition that begins with what was dropped; what it lacks is asked for in its row. */
function conditionOfDragged(dragged: Dragged): DraftCondition | undefined {
  switch (dragged.kind) {
    case 'operator':
      return { operator: dragged.operator };
    case 'variable':
      return suggestForVariable(dragged.field, actualOf(dragged.field));
    case 'memory':
      return undefined;
    default:
      return unreachable(dragged);
  }
}

/** The same on the empty canvas: a new rule that begins with what was dropped, as one step. */
export function dropOnCanvas(engineId: string, dragged: Dragged): void {
  const begun = conditionOfDragged(dragged);
  const ruleId = answerOf(t('add rule'), draft => {
    const id = addRule(draft, engineId, t('New rule'));
    if (id === undefined) return undefined;
    const at = { engineId, ruleId: id };
    if (dragged.kind === 'memory') addRuleMemory(draft, at, dragged.memoryId);
    if (begun) beginCondition(draft, at, begun);
    return id;
  });
  if (ruleId === undefined) return;
  selectRule({ engineId, ruleId });
  const lack = begun && lackOf(begun);
  requestFocus(lack ? conditionFocus(0, lack) : ruleNameFocus);
}

/** Creates a memory and lets a rule add it, as one step. */
export function createAndConnect(at: RuleRef, label: string, section: Section): void {
  edit(t('create memory'), draft => addRuleMemory(draft, at, createMemory(draft, label, section)));
}

/**
 * A name was typed. Until its engine's file has the rule, or something names it, its id reads like it, so that files,
 * logs and tests do too.
 */
export function followName(at: RuleRef, before: string | undefined): void {
  const { engineId, ruleId } = at;
  const { engines } = useDocuments.getState().saved;
  if (currentRule(at)?.name === before || findRule({ engines }, at) || isNamed(engineId, ruleId)) return;
  const id = answerOf(t('rename rule'), draft => settleRuleId(draft, at), nameKey(at));
  if (id === undefined || id === at.ruleId) return;
  const to = { ...at, ruleId: id };
  noteRenamed('rules', ruleAddress(at), ruleAddress(to));
  keepSolo(at, to);
  selectRule(to);
}

const isNamed = (engineId: string, ruleId: string): boolean =>
  namingOf(useDocuments.getState().working, { kind: 'rules', engineId, ruleIds: [ruleId] }).length > 0;

/** What is typed into a name within a second is one step, the id that follows it included. */
export const nameKey = ({ engineId, ruleId }: RuleRef): string => `name/${engineId}/${ruleId}`;

/** Mutes rules as one step; unmutes them when every one of them is muted. */
export function toggleMuted(engineId: string, ruleIds: readonly string[]): void {
  const muted = ruleIds.some(ruleId => {
    const rule = currentRule({ engineId, ruleId });
    return rule !== undefined && isRuleEnabled(rule);
  });
  edit(labelFor(muted ? 'mute' : 'unmute', ruleIds), draft => {
    for (const ruleId of ruleIds) setRuleMuted(draft, { engineId, ruleId }, muted);
  });
}

/** Copies rules, each right behind itself, as one step; the copies are selected. */
export function duplicateAndShow(engineId: string, ruleIds: readonly string[]): void {
  const copies = answerOf(labelFor('duplicate', ruleIds), draft =>
    ruleIds.flatMap(ruleId => duplicateRule(draft, { engineId, ruleId }) ?? []),
  );
  show(engineId, copies?.[0]);
  if (copies) selectTogether(engineId, copies.map(ruleNodeId));
}

/** A sibling for "or", ready for its first condition. */
export function addAlternativeAndShow(at: RuleRef): void {
  show(
    at.engineId,
    answerOf(t('add alternative'), draft => addAlternative(draft, at)),
  );
}

export function moveRuleBy(at: RuleRef, by: number): void {
  const label = by < 0 ? t('move rule up') : t('move rule down');
  if (answerOf(label, draft => moveRule(draft, at, by)) !== true) return;
  announce(by < 0 ? t('Moved up.') : t('Moved down.'));
}

/** Deletes rules, once what names them was said, as one step; shows the one that takes the place of the last. */
export function deleteAndStep(engineId: string, ruleIds: readonly string[]): void {
  const [first] = ruleIds;
  if (first === undefined) return;
  const name =
    ruleIds.length === 1
      ? `“${currentRule({ engineId, ruleId: first })?.name ?? first}”`
      : formatCounted(ruleIds.length, 'rule');
  deleteNamed({ kind: 'rules', engineId, ruleIds }, name, () => deleteNow(engineId, ruleIds, name));
}

function deleteNow(engineId: string, ruleIds: readonly string[], name: string): void {
  const rules = orderedRules({ rules: shownRules(useDocuments.getState().working, engineId) });
  const last = rules.findLastIndex(rule => ruleIds.includes(rule.id));
  const left = (rule: ContextRule) => !ruleIds.includes(rule.id);
  const next = rules.slice(last + 1).find(left) ?? rules.slice(0, Math.max(last, 0)).findLast(left);
  offerUndo(
    t('Deleted {name}.', { name }),
    () => edit(labelFor('delete', ruleIds), draft => deleteRules(draft, engineId, ruleIds)),
    () => show(engineId, ruleIds[0]),
  );
  show(engineId, next?.id);
}

/** Ids of the rules that keys and menus mean: those selected together, or the one in sight. */
export const idsOfCurrentRules = (): string[] => currentRules().map(({ id }) => id);

const stepLabels = {
  delete: ['delete rule', 'delete {count} rules'],
  duplicate: ['duplicate rule', 'duplicate {count} rules'],
  mute: ['mute rule', 'mute {count} rules'],
  unmute: ['unmute rule', 'unmute {count} rules'],
} as const satisfies Record<string, readonly [one: Text, many: Text]>;

function labelFor(what: keyof typeof stepLabels, { length: count }: readonly string[]): string {
  const [one, many] = stepLabels[what];
  return count === 1 ? t(one) : t(many, { count });
}

/** One undoable step whose recipe also answers something, such as the id it made. */
export function answerOf<Answer>(
  label: string,
  recipe: (draft: Documents) => Answer,
  mergeKey?: string,
): Answer | undefined {
  const answers: Answer[] = [];
  const ask = (draft: Documents) => {
    answers.push(recipe(draft));
  };
  edit(label, ask, mergeKey);
  return answers[0];
}

function show(engineId: string, ruleId: string | undefined): void {
  if (ruleId !== undefined) selectRule({ engineId, ruleId });
}

function currentRule(at: RuleRef): ContextRule | undefined {
  return findRule(useDocuments.getState().working, at);
}

/** A new condition from scratch, which asks for its variable. */
export function addConditionByHand(at: RuleRef): void {
  startCondition(at, { operator: saying.equal });
}

/** The value of a variable in the current sample. */
export function actualOf(field: string): unknown {
  return useEvaluations.getState().variables.get(field);
}
