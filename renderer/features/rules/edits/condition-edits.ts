import type { Condition } from '../../../../shared/model/rule.ts';
import { maxConditions } from '../../../../shared/model/rule-defaults.ts';
import { type Operator, operators } from '../../../../shared/rules/operators.ts';
import { valueForOperator } from '../../../../shared/rules/value-for-operator.ts';
import { type Documents, findRule, type RuleRef } from '../../../stores/history.ts';
import { isDraft } from '../../../stores/layouts.ts';

export interface ConditionRef extends RuleRef {
  readonly index: number;
}

/** Adds a condition at the end, with which a draft is heard; gives its index, or undefined when the rule is gone or full. */
export function addCondition(
  draft: Documents,
  at: RuleRef,
  condition: { field: string; operator: Operator; value?: unknown },
): number | undefined {
  const rule = findRule(draft, at);
  if (!rule || rule.when.length >= maxConditions) return undefined;
  if (isDraft(rule)) delete rule.enabled;
  rule.when.push(blankCondition(condition));
  return rule.when.length - 1;
}

export function removeCondition(draft: Documents, at: ConditionRef): void {
  findRule(draft, at)?.when.splice(at.index, 1);
}

/** Moves a condition by one place; the first that does not match decides, so order is worth choosing. */
export function moveCondition(draft: Documents, at: ConditionRef, by: -1 | 1): void {
  const when = findRule(draft, at)?.when;
  const condition = when?.[at.index];
  const target = at.index + by;
  if (!when || !condition || target < 0 || target >= when.length) return;
  when.splice(at.index, 1);
  when.splice(target, 0, condition);
}

export function setConditionField(draft: Documents, at: ConditionRef, field: string): void {
  const condition = findCondition(draft, at);
  if (condition && field.trim() !== '') condition.field = field.trim();
}

/** Changes the operator and carries the value over as far as it makes sense there: 5 becomes [5] and back. */
export function setConditionOperator(draft: Documents, at: ConditionRef, operator: Operator): void {
  const condition = findCondition(draft, at);
  if (!condition || condition.operator === operator) return;
  const value = valueForOperator(condition.value, operator);
  condition.operator = operator;
  setOrRemove(condition, value);
}

/** `undefined` removes the value, which counts as null. */
export function setConditionValue(draft: Documents, at: ConditionRef, value: unknown): void {
  const condition = findCondition(draft, at);
  if (condition) setOrRemove(condition, value);
}

function blankCondition({ field, operator, value }: Condition): Condition {
  if (operators[operator].takes === 'none') return { field, operator };
  return { field, operator, value: value === undefined ? valueForOperator(undefined, operator) : value };
}

export function findCondition(draft: Documents, at: ConditionRef): Condition | undefined {
  return findRule(draft, at)?.when[at.index];
}

function setOrRemove(condition: Condition, value: unknown): void {
  if (value === undefined) delete condition.value;
  else condition.value = value;
}
