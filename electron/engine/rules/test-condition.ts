import type { ConditionOutcome, ConditionResult } from '../../../shared/model/evaluation.ts';
import { isMissing } from '../../../shared/model/json.ts';
import type { Condition } from '../../../shared/model/rule.ts';
import { fieldLabel, isKnownField, suggestField } from '../../../shared/rules/field-name.ts';
import { operatorCatalog } from '../../../shared/rules/operators.ts';
import { operatorTests } from './operators/operator-tests.ts';
import { createRegexCache, type RegexCache } from './regex-cache.ts';

/** Prefixed names to values, as `buildLookup` makes them (R2). */
export type Variables = ReadonlyMap<string, unknown>;

/** Tests one condition (R3, R4): its outcome and, unless it plainly matched, the reason in one sentence. */
export function testCondition(
  condition: Condition,
  variables: Variables,
  regexes: RegexCache = createRegexCache(1),
): ConditionResult {
  const outcome = conditionOutcome(condition, variables, regexes);
  const onMissing = outcome === 'matched' && isMatchedByMissing(condition, variables);
  const plainly = outcome === 'matched' && !onMissing;
  return {
    matched: outcome === 'matched',
    outcome,
    ...(onMissing && { on_missing: true as const }),
    ...(!plainly && { reason: reasonSentence(condition, variables, outcome, regexes) }),
  };
}

/** The outcome alone, without the cost of a sentence (R3). */
export function conditionOutcome(
  condition: Condition,
  variables: Variables,
  regexes: RegexCache,
): ConditionOutcome {
  if (!isKnownField(condition.field)) return 'error';
  const actual = variables.get(condition.field);
  return operatorTests[condition.operator].test(actual, condition.value ?? null, regexes);
}

function isMatchedByMissing(condition: Condition, variables: Variables): boolean {
  return operatorCatalog[condition.operator].matchesMissing && isMissing(variables.get(condition.field));
}

function reasonSentence(
  condition: Condition,
  variables: Variables,
  outcome: ConditionOutcome,
  regexes: RegexCache,
): string {
  const { field, operator } = condition;
  if (!isKnownField(field))
    return `unknown_field: "${field}" has no known prefix; write ${suggestField(field)}`;
  const label = fieldLabel(field);
  if (outcome === 'missing' || outcome === 'matched') return `${label} was not given`;
  return `${label} ${operatorTests[operator].reason(variables.get(field), condition.value ?? null, regexes)}`;
}
