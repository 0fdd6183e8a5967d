import type { RegexCache } from '../evaluation/regex-cache.ts';
import { conditionOutcome } from '../evaluation/test-condition.ts';
import { dotted, hasRelated, type JudgedRule } from './judged-rule.ts';
import { demands, denial, type Literal } from './literal.ts';
import { solveField } from './solve-field.ts';
import { type Solution, solveLiterals } from './solve-literals.ts';

/** Whether every request that fires one rule fires another: `possible` where a regex hides the answer. */
export type Inclusion = 'yes' | 'no' | 'possible';

/**
 * A rule is an AND, so A lies within B when, for each condition of B, nothing satisfies A and fails it.
 * Only meaningful for rules that can fire.
 */
export function includes(outer: JudgedRule, inner: JudgedRule, regexes: RegexCache): Inclusion {
  // A request that fires the inner rule and not the outer one settles it, and most pairs are told apart by the one at hand.
  if (inner.witness && !firesWith(outer, inner.witness, regexes)) return 'no';
  let inclusion: Inclusion = 'yes';
  for (const condition of outer.rule.when) {
    const outside = outsideOf(inner, denial(condition), regexes);
    if (outside === 'found') return 'no';
    if (outside === 'unknown') inclusion = 'possible';
  }
  return inclusion;
}

function firesWith(
  { rule }: JudgedRule,
  variables: ReadonlyMap<string, unknown>,
  regexes: RegexCache,
): boolean {
  for (const condition of rule.when)
    if (conditionOutcome(condition, variables, regexes) !== 'matched') return false;
  return true;
}

/** Whether something satisfies the inner rule and the denied condition. */
function outsideOf(inner: JudgedRule, denied: Literal, regexes: RegexCache): Solution['kind'] {
  const { field } = denied.condition;
  // The inner rule can fire, so that fields which the denied condition does not touch need not be solved again.
  if (inner.firing.kind === 'found' && !hasRelated(inner, dotted(field)))
    return solveField(field, [...(inner.byField.get(field) ?? []), denied], regexes).kind;
  return solveLiterals([...demands(inner.rule.when), denied], regexes).kind;
}

/** Variables with which both rules fire. */
export function firingTogether(rules: readonly JudgedRule[], regexes: RegexCache) {
  return solveLiterals(demands(rules.flatMap(({ rule }) => rule.when)), regexes);
}
