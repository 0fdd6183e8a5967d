import type { ContextRule, ContextRuleEngine } from '../../shared/model/rule.ts';
import { rulePriority } from '../../shared/model/rule-defaults.ts';
import type { Documents } from './history.ts';
import { shownEngine } from './layouts.ts';

/** What is asked of an engine's rules again and again, by their list: an edit makes another list. */
interface RuleIndex {
  readonly byId: ReadonlyMap<string, ContextRule>;
  /** The one that counts first. */
  readonly first: ContextRule | undefined;
}

const indexes = new WeakMap<readonly ContextRule[], RuleIndex>();

/** A rule as it is shown, found once for all who ask. Drafts change in place: they are searched, by `findRule`. */
export function ruleOfEngine(engine: ContextRuleEngine | undefined, ruleId: string): ContextRule | undefined {
  return engine && indexOf(engine.rules).byId.get(ruleId);
}

/** The same, of the rules that are begun as well. */
export const shownRule = (
  documents: Pick<Documents, 'engines' | 'layouts'>,
  { engineId, ruleId }: { readonly engineId: string; readonly ruleId: string },
): ContextRule | undefined => ruleOfEngine(shownEngine(documents, engineId), ruleId);

/** The rule with the highest priority, of equals the one that stands first. */
export function firstRule(engine: ContextRuleEngine | undefined): ContextRule | undefined {
  return engine && indexOf(engine.rules).first;
}

function indexOf(rules: readonly ContextRule[]): RuleIndex {
  const known = indexes.get(rules);
  if (known) return known;
  const byId = new Map<string, ContextRule>();
  let first: ContextRule | undefined;
  for (const rule of rules) {
    if (!byId.has(rule.id)) byId.set(rule.id, rule);
    if (!first || rulePriority(rule) > rulePriority(first)) first = rule;
  }
  const index = { byId, first };
  indexes.set(rules, index);
  return index;
}
