import type { GoalResult } from '../../../shared/contract/tests.ts';
import type { RuleRef } from '../../../shared/model/finding.ts';
import type { JudgedGoal } from '../../../shared/rules/coverage/measure-coverage.ts';
import type { PlacedRule } from '../../../shared/rules/testing/rule-case.ts';

export const ruleRefOf = ({ engineId, rule }: PlacedRule): RuleRef => ({
  engine_id: engineId,
  rule_id: rule.id,
});

/** A goal as it is answered. */
export function goalResult({ goal, state }: JudgedGoal): GoalResult {
  return {
    kind: goal.kind,
    way: goal.way,
    words: goal.words,
    state: state.kind,
    ...(goal.at && { rule: ruleRefOf(goal.at) }),
    ...(goal.condition !== undefined && { condition: goal.condition }),
    ...(goal.memory !== undefined && { memory: goal.memory }),
    ...(state.kind === 'covered' && { by: state.by }),
    ...(state.kind === 'missing' && { witness: state.request }),
    ...(state.kind === 'open' && { reason: state.reason }),
  };
}
