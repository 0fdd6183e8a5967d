import type { DraftCondition, Layout } from '../../../../shared/model/layout.ts';
import type { Condition } from '../../../../shared/model/rule.ts';
import { maxConditions } from '../../../../shared/model/rule-defaults.ts';
import { completeCondition } from '../../../../shared/rules/draft-condition.ts';
import { operators } from '../../../../shared/rules/operators.ts';
import { valueForOperator } from '../../../../shared/rules/value-for-operator.ts';
import { type Documents, findRule, type RuleRef } from '../../../stores/history.ts';
import { dropEmpty, layoutOf } from '../../../stores/layouts.ts';
import { addCondition } from './condition-edits.ts';

/** Where a condition that somebody has begun is: its rule and its place among the drafts of that rule. */
export interface DraftRef extends RuleRef {
  readonly draft: number;
}

const none: readonly DraftCondition[] = [];

/** The conditions of a rule that are not complete yet. */
export function draftsOf(layout: Layout | undefined, ruleId: string): readonly DraftCondition[] {
  return layout?.drafts?.[ruleId] ?? none;
}

/** Begins a condition; what is complete already counts at once. Gives its row, the drafts standing behind the conditions. */
export function beginCondition(draft: Documents, at: RuleRef, begun: DraftCondition): number | undefined {
  const rule = findRule(draft, at);
  if (!rule) return undefined;
  const drafts = draftsOf(draft.layouts[at.engineId], at.ruleId);
  if (rule.when.length + drafts.length >= maxConditions) return undefined;
  const complete = completeCondition(begun);
  if (complete) return addCondition(draft, at, complete);
  const { drafts: all = {} } = layoutOf(draft, at.engineId);
  layoutOf(draft, at.engineId).drafts = { ...all, [at.ruleId]: [...drafts, begun] };
  return rule.when.length + drafts.length;
}

/** Says more of a draft, which stays one until `settleDraft`; another operator keeps what was said as far as it can. */
export function changeDraft(draft: Documents, at: DraftRef, change: Partial<DraftCondition>): void {
  const begun = draft.layouts[at.engineId]?.drafts?.[at.ruleId]?.[at.draft];
  if (!begun) return;
  Object.assign(begun, change);
  if (begun.value === undefined) delete begun.value;
  if (change.operator === undefined || begun.value === undefined) return;
  const carried = valueForOperator(begun.value, change.operator);
  // A number that nobody has typed is none.
  if (operators[change.operator].takes === 'number' && carried === 0 && begun.value !== 0) delete begun.value;
  else begun.value = carried;
}

/** A draft that is complete becomes the last condition of its rule, which is heard with it. Says whether it did. */
export function settleDraft(draft: Documents, at: DraftRef): boolean {
  const begun = draftsOf(draft.layouts[at.engineId], at.ruleId)[at.draft];
  const complete = begun && completeCondition(begun);
  if (!complete || addCondition(draft, at, complete) === undefined) return false;
  removeDraft(draft, at);
  return true;
}

/** What was begun is replaced by whole conditions, those that there is room for. Says how many rows they are in. */
export function completeDraft(draft: Documents, at: DraftRef, conditions: readonly Condition[]): number {
  removeDraft(draft, at);
  return conditions.filter(condition => addCondition(draft, at, condition) !== undefined).length;
}

export function removeDraft(draft: Documents, { engineId, ruleId, draft: place }: DraftRef): void {
  const drafts = draft.layouts[engineId]?.drafts;
  drafts?.[ruleId]?.splice(place, 1);
  if (drafts?.[ruleId]?.length === 0) delete drafts[ruleId];
  dropEmpty(draft, engineId);
}
