import type { ContextRule, ContextRuleEngine } from '../../model/rule.ts';
import { isRuleEnabled, rulePriority } from '../../model/rule-defaults.ts';

/** What of an engine is the same for every request. */
export interface ActingRules {
  /** Those that are not muted, in the order in which they are tested. */
  readonly rules: readonly ContextRule[];
  /** The fields of their conditions, each once. */
  readonly fields: readonly string[];
}

export function actingRules(engine: ContextRuleEngine): ActingRules {
  const rules = rulesInOrder(engine).filter(isRuleEnabled);
  const fields = rules.flatMap(rule => rule.when.map(condition => condition.field));
  return { rules, fields: [...new Set(fields)] };
}

/** Priority descending, ties in file order; sorting is stable. */
export function rulesInOrder(engine: ContextRuleEngine): readonly ContextRule[] {
  return engine.rules.toSorted((left, right) => rulePriority(right) - rulePriority(left));
}
