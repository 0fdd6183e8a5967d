import type { Condition, ContextRule, ContextRuleEngine } from '../../../../shared/model/rule.ts';
import { rulePriority } from '../../../../shared/model/rule-defaults.ts';
import { freeIdFromName } from '../../../stores/free-id.ts';
import { type Documents, findRule, type RuleRef } from '../../../stores/history.ts';
import { arrangeRules, layoutOf, putRule, shownRules } from '../../../stores/layouts.ts';
import { copyName, nextName } from '../../../stores/next-name.ts';
import { t } from '../../../texts/texts.ts';
import { linkAlternatives, renameRuleInLayout } from './layout-edits.ts';

/**
 * Adds a draft without conditions and memories. Gives its id, or undefined when the engine is gone. It stands last,
 * one below the least priority, so that nothing that is there moves.
 */
export function addRule(draft: Documents, engineId: string, name: string): string | undefined {
  if (!draft.engines[engineId]) return undefined;
  const rules = shownRules(draft, engineId);
  const id = freeIdFromName(name, 'rule', idsOf(rules));
  const least = Math.min(...rules.map(rulePriority));
  const priority = rules.length === 0 ? 10 : least > 0 ? least - 1 : 0;
  const rule = { id, name, enabled: false, priority, when: [], then: { add_memories: [] } };
  putRule(draft, engineId, rule, rules.length);
  return id;
}

export function renameRule(draft: Documents, at: RuleRef, name: string): void {
  const rule = findRule(draft, at);
  if (rule) rule.name = name;
}

/** Gives a rule the id that its name reads as; says which one. For rules that no file knows yet. */
export function settleRuleId(draft: Documents, { engineId, ruleId }: RuleRef): string | undefined {
  const rule = findRule(draft, { engineId, ruleId });
  if (!rule) return undefined;
  const others = idsOf(shownRules(draft, engineId)).filter(id => id !== ruleId);
  rule.id = freeIdFromName(rule.name, 'rule', others);
  renameRuleInLayout(draft, engineId, ruleId, rule.id);
  return rule.id;
}

/** Mutes or unmutes; the key is left out when the rule is on. */
export function setRuleMuted(draft: Documents, at: RuleRef, muted: boolean): void {
  const rule = findRule(draft, at);
  if (!rule) return;
  if (muted) rule.enabled = false;
  else delete rule.enabled;
}

export function setRulePriority(draft: Documents, at: RuleRef, priority: number): void {
  const rule = findRule(draft, at);
  if (rule && Number.isFinite(priority)) rule.priority = priority;
}

/** An empty text removes the key. */
export function setRuleDescription(draft: Documents, at: RuleRef, description: string): void {
  const rule = findRule(draft, at);
  if (!rule) return;
  if (description === '') delete rule.description;
  else rule.description = description;
}

/** No tags removes the key. */
export function setRuleTags(draft: Documents, at: RuleRef, tags: readonly string[]): void {
  const rule = findRule(draft, at);
  if (!rule) return;
  if (tags.length === 0) delete rule.tags;
  else rule.tags = [...tags];
}

/** Copies a rule right behind itself; gives the copy's id. */
export function duplicateRule(draft: Documents, at: RuleRef): string | undefined {
  const id = insertCopy(draft, at, rule => ({ ...rule, name: copyName(rule.name) }));
  const begun = draft.layouts[at.engineId]?.drafts?.[at.ruleId];
  if (id !== undefined && begun)
    layoutOf(draft, at.engineId).drafts = { ...layoutOf(draft, at.engineId).drafts, [id]: begun };
  return id;
}

/** "Or" as what it is: a draft beside it that adds the same memories under conditions of its own, linked in the layout. */
export function addAlternative(draft: Documents, at: RuleRef): string | undefined {
  const id = insertCopy(draft, at, rule => ({
    ...rule,
    name: alternativeName(rule.name),
    enabled: false,
    when: [],
  }));
  if (id !== undefined) linkAlternatives(draft, at.engineId, at.ruleId, id);
  return id;
}

/**
 * Moves a rule places up or down in the order in which rules stand. Between rules of equal priority the file's order is
 * changed; otherwise the rule takes the priority of the one that it comes to and stands on its far side.
 */
export function moveRule(draft: Documents, { engineId, ruleId }: RuleRef, by: number): boolean {
  const rules = shownRules(draft, engineId);
  const ordered = orderedRules({ rules });
  const from = ordered.findIndex(rule => rule.id === ruleId);
  const rule = ordered[from];
  const neighbour = ordered[from + by];
  if (!rule || !neighbour || by === 0) return false;
  if (rulePriority(rule) !== rulePriority(neighbour)) rule.priority = rulePriority(neighbour);
  const rest = rules.filter(other => other.id !== ruleId);
  const index = rest.findIndex(other => other.id === neighbour.id);
  rest.splice(by > 0 ? index + 1 : index, 0, rule);
  arrangeRules(draft, engineId, rest);
  return true;
}

/** Rules in the order in which they count: priority descending, ties as in the file. */
export function orderedRules({ rules }: Pick<ContextRuleEngine, 'rules'>): ContextRule[] {
  return [...rules].sort((left, right) => rulePriority(right) - rulePriority(left));
}

/** What a rule asks of a variable. */
export const conditionsOn = ({ when }: ContextRule, field: string): Condition[] =>
  when.filter(condition => condition.field === field);

function insertCopy(
  draft: Documents,
  { engineId, ruleId }: RuleRef,
  change: (rule: ContextRule) => ContextRule,
): string | undefined {
  const rules = shownRules(draft, engineId);
  const index = rules.findIndex(rule => rule.id === ruleId);
  const rule = rules[index];
  if (!rule) return undefined;
  const copy = change(rule);
  const id = freeIdFromName(copy.name, 'rule', idsOf(rules));
  putRule(draft, engineId, { ...copy, id }, index + 1);
  return id;
}

const idsOf = (rules: readonly ContextRule[]): string[] => rules.map(rule => rule.id);

const alternativeName = (name: string): string => nextName(name, t('{name}, or', { name: '' }));
