import type { ConditionOutcome } from '../../model/condition-outcome.ts';
import type { ConditionResult } from '../../model/evaluation.ts';
import { isMissing } from '../../model/json.ts';
import type { Condition } from '../../model/rule.ts';
import { describeValue, showValue } from '../describe-value.ts';
import { fieldLabel, isKnownField, suggestField } from '../field-name.ts';
import { operators } from '../operators.ts';
import { createRegexCache, type RegexCache } from './regex-cache.ts';

/** Prefixed names to values, as `buildLookup` makes them. */
export type Variables = ReadonlyMap<string, unknown>;

/** Tests one condition: its outcome and, unless it plainly matched, the reason in one sentence. */
export function testCondition(
  condition: Condition,
  variables: Variables,
  regexes: RegexCache = createRegexCache(1),
): ConditionResult {
  const outcome = conditionOutcome(condition, variables, regexes);
  const onMissing = outcome === 'matched' && isMissing(variables.get(condition.field));
  const plainly = outcome === 'matched' && !onMissing;
  return {
    matched: outcome === 'matched',
    outcome,
    ...(onMissing && { on_missing: true as const }),
    ...(!plainly && { reason: reasonSentence(condition, variables, outcome, regexes) }),
  };
}

/** The outcome alone, without the cost of a sentence. */
export function conditionOutcome(
  condition: Condition,
  variables: Variables,
  regexes: RegexCache,
): ConditionOutcome {
  if (!isKnownField(condition.field)) return 'error';
  const actual = variables.get(condition.field);
  return operators[condition.operator].test(actual, condition.value ?? null, regexes);
}

/** Whether all conditions hold: then a rule of them fires; one without conditions always does. */
export const allHold = (
  conditions: readonly Condition[],
  variables: Variables,
  regexes: RegexCache,
): boolean => conditions.every(condition => conditionOutcome(condition, variables, regexes) === 'matched');

/** Whether it holds where its variable is missing (`on_missing`). */
export function holdsForMissing(condition: Condition, regexes: RegexCache): boolean {
  return conditionOutcome(condition, new Map(), regexes) === 'matched';
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
  const words = { show: showValue, describe: describeValue, regexes };
  return `${label} ${operators[operator].reason(variables.get(field), condition.value ?? null, words)}`;
}
