import { isJsonEqual } from '../../../../shared/model/json.ts';
import type { Condition, ContextRule } from '../../../../shared/model/rule.ts';
import { type Documents, findRule } from '../../../stores/history.ts';
import { addCondition } from './condition-edits.ts';
import { addRuleMemory, removeRuleMemory } from './memory-edits.ts';
import { setRuleTags } from './rule-edits.ts';

/** Rules of one engine that are changed together. */
export interface RulesRef {
  readonly engineId: string;
  readonly ruleIds: readonly string[];
}

/** What several rules have one of each, and how many of them do. */
export interface Shared<Value> {
  readonly value: Value;
  readonly count: number;
}

/** Everything that any of the rules has, in the order in which it comes. */
export function sharedOf<Value>(
  rules: readonly ContextRule[],
  read: (rule: ContextRule) => readonly Value[],
): Shared<Value>[] {
  const found: { value: Value; count: number }[] = [];
  for (const value of rules.flatMap(rule => [...read(rule)])) {
    const known = found.find(other => isJsonEqual(other.value, value));
    if (known) known.count += 1;
    else found.push({ value, count: 1 });
  }
  return found;
}

export function addTagToRules(draft: Documents, at: RulesRef, tag: string): void {
  for (const rule of rulesAt(draft, at))
    if (!rule.tags?.includes(tag))
      setRuleTags(draft, { ...at, ruleId: rule.id }, [...(rule.tags ?? []), tag]);
}

export function removeTagFromRules(draft: Documents, at: RulesRef, tag: string): void {
  for (const rule of rulesAt(draft, at))
    if (rule.tags?.includes(tag))
      setRuleTags(
        draft,
        { ...at, ruleId: rule.id },
        rule.tags.filter(other => other !== tag),
      );
}

export function addMemoryToRules(draft: Documents, at: RulesRef, memoryId: string): void {
  for (const ruleId of at.ruleIds) addRuleMemory(draft, { ...at, ruleId }, memoryId);
}

export function removeMemoryFromRules(draft: Documents, at: RulesRef, memoryId: string): void {
  for (const ruleId of at.ruleIds) removeRuleMemory(draft, { ...at, ruleId }, memoryId);
}

/** Rules that ask it already are left as they are, and so are those that are full. */
export function addConditionToRules(draft: Documents, at: RulesRef, condition: Condition): void {
  for (const rule of rulesAt(draft, at))
    if (!rule.when.some(other => isJsonEqual(other, condition)))
      addCondition(draft, { ...at, ruleId: rule.id }, condition);
}

/** A rule whose last condition goes is muted, so that it does not fire for every request. */
export function removeConditionFromRules(draft: Documents, at: RulesRef, condition: Condition): void {
  for (const rule of rulesAt(draft, at)) {
    const left = rule.when.filter(other => !isJsonEqual(other, condition));
    if (left.length === rule.when.length) continue;
    rule.when = left;
    if (left.length === 0) rule.enabled = false;
  }
}

function rulesAt(draft: Documents, { engineId, ruleIds }: RulesRef): ContextRule[] {
  return ruleIds.flatMap(ruleId => findRule(draft, { engineId, ruleId }) ?? []);
}
