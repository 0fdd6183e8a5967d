import type { DraftCondition } from '../../../../shared/model/layout.ts';
import type { ContextRule } from '../../../../shared/model/rule.ts';
import { freeId, freeIdFromName } from '../../../stores/free-id.ts';
import type { Documents, RuleRef } from '../../../stores/history.ts';
import { dropEmpty, layoutOf, putRule, shownRules } from '../../../stores/layouts.ts';

/** Puts another rule's contents in this place; the id stays, so that selection and history hold. */
export function replaceRule(draft: Documents, { engineId, ruleId }: RuleRef, contents: ContextRule): void {
  const rules = draft.engines[engineId]?.rules;
  const index = rules?.findIndex(rule => rule.id === ruleId) ?? -1;
  const begun = draft.layouts[engineId]?.begun?.[ruleId];
  if (rules && index >= 0) rules[index] = { ...contents, id: ruleId };
  else if (begun) begun.rule = { ...contents, id: ruleId };
}

/** Adds a rule that came from outside, under a free id right behind `after` or last; one that says nothing is a draft here too. */
export function insertRule(
  draft: Documents,
  engineId: string,
  contents: ContextRule,
  after?: string,
): string | undefined {
  if (!draft.engines[engineId]) return undefined;
  const rules = shownRules(draft, engineId);
  const taken = rules.map(({ id }) => id);
  const wanted = freeId(contents.id, taken);
  // An id that says nothing or is taken gives way to one that reads like the name.
  const isFree = contents.id !== '' && wanted === contents.id;
  const id = isFree ? wanted : freeIdFromName(contents.name, 'rule', taken);
  const index = rules.findIndex(rule => rule.id === after);
  putRule(draft, engineId, { ...contents, id }, index < 0 ? rules.length : index + 1);
  return id;
}

/** What is begun in a rule is only this. */
export function setDrafts(
  draft: Documents,
  engineId: string,
  ruleId: string,
  begun: readonly DraftCondition[],
): void {
  const { drafts = {} } = layoutOf(draft, engineId);
  layoutOf(draft, engineId).drafts = { ...drafts, [ruleId]: [...begun] };
  if (begun.length === 0) delete layoutOf(draft, engineId).drafts?.[ruleId];
  dropEmpty(draft, engineId);
}
