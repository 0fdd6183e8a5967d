import type { RegexCache } from '../rules/regex-cache.ts';
import type { JudgedRule } from './judged-rule.ts';
import { demands } from './literal.ts';
import { solveLiterals } from './solve-literals.ts';

/** Whether every request that fires one rule fires another: `possible` where a regex hides the answer. */
export type Inclusion = 'yes' | 'no' | 'possible';

/**
 * A rule is an AND, so A lies within B when, for each condition of B, nothing satisfies A and fails it (R10).
 * Only meaningful for rules that can fire.
 */
export function includes(outer: JudgedRule, inner: JudgedRule, regexes: RegexCache): Inclusion {
  let inclusion: Inclusion = 'yes';
  for (const condition of outer.rule.when) {
    const outside = solveLiterals([...demands(inner.rule.when), { condition, holds: false }], regexes);
    if (outside.kind === 'found') return 'no';
    if (outside.kind === 'unknown') inclusion = 'possible';
  }
  return inclusion;
}

/** Variables with which both rules fire. */
export function firingTogether(rules: readonly JudgedRule[], regexes: RegexCache) {
  return solveLiterals(demands(rules.flatMap(({ rule }) => rule.when)), regexes);
}
