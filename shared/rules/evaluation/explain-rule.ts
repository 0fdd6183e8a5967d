import type { ExplainedCondition, ExplainedRule } from '../../model/evaluation.ts';
import { isMissing } from '../../model/json.ts';
import type { Condition, ContextRule } from '../../model/rule.ts';
import { isRuleEnabled, rulePriority } from '../../model/rule-defaults.ts';
import type { RegexCache } from './regex-cache.ts';
import { testCondition, type Variables } from './test-condition.ts';

/**
 * A rule with the outcome of every condition. The conditions of a muted rule are tested as well,
 * to show what would happen; its own outcome stays `muted` and it contributes nothing.
 */
export function explainRule(rule: ContextRule, variables: Variables, regexes: RegexCache): ExplainedRule {
  const conditions = rule.when.map(condition => explainCondition(condition, variables, regexes));
  const decidedBy = conditions.findIndex(condition => condition.outcome !== 'matched');
  const isMuted = !isRuleEnabled(rule);
  return {
    rule_id: rule.id,
    rule_name: rule.name,
    priority: rulePriority(rule),
    outcome: ruleOutcome(isMuted, decidedBy),
    ...(!isMuted && decidedBy >= 0 && { decided_by: decidedBy }),
    conditions,
  };
}

function ruleOutcome(isMuted: boolean, decidedBy: number): ExplainedRule['outcome'] {
  if (isMuted) return 'muted';
  return decidedBy < 0 ? 'fired' : 'not_fired';
}

function explainCondition(
  condition: Condition,
  variables: Variables,
  regexes: RegexCache,
): ExplainedCondition {
  const actual = variables.get(condition.field);
  const { outcome, on_missing, reason } = testCondition(condition, variables, regexes);
  return {
    field: condition.field,
    operator: condition.operator,
    value: condition.value ?? null,
    ...(!isMissing(actual) && { actual }),
    outcome,
    ...(on_missing && { on_missing }),
    ...(reason !== undefined && { reason }),
  };
}
