import type { RuleRef } from '../../../shared/model/finding.ts';
import { type ContextRule, type ContextRuleEngine, isRuleEnabled } from '../../../shared/model/rule.ts';
import type { RegexCache } from '../rules/regex-cache.ts';
import { demands } from './literal.ts';
import { type Solution, solveLiterals } from './solve-literals.ts';

/** A rule with what analysis needs of it again and again. */
export interface JudgedRule {
  readonly ref: RuleRef;
  readonly rule: ContextRule;
  readonly fields: ReadonlySet<string>;
  readonly memories: ReadonlySet<string>;
  /** Variables that make it fire. */
  readonly firing: Solution;
}

/** Every rule that can be evaluated: of enabled engines, not muted (R10). */
export function judgeRules(engines: readonly ContextRuleEngine[], regexes: RegexCache): JudgedRule[] {
  return engines
    .filter(engine => engine.enabled)
    .flatMap(engine => engine.rules.filter(isRuleEnabled).map(rule => judgeRule(engine.id, rule, regexes)));
}

export function judgeRule(engineId: string, rule: ContextRule, regexes: RegexCache): JudgedRule {
  return {
    ref: { engine_id: engineId, rule_id: rule.id },
    rule,
    fields: new Set(rule.when.map(({ field }) => field)),
    memories: new Set(rule.then.add_memories),
    firing: solveLiterals(demands(rule.when), regexes),
  };
}
