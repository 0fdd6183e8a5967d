import type { Finding } from '../../../../shared/model/finding.ts';
import { operatorCatalog } from '../../../../shared/rules/operators.ts';
import type { RegexCache } from '../../rules/regex-cache.ts';
import type { JudgedRule } from '../judged-rule.ts';
import { demands } from '../literal.ts';
import { solveLiterals } from '../solve-literals.ts';
import { requestWith } from '../witness-request.ts';

/** `never-fires`: no request satisfies all conditions (R10). */
export function neverFires({ ref, rule, firing }: JudgedRule): Finding[] {
  if (firing.kind === 'found') return [];
  const possible = firing.kind === 'unknown';
  const message = possible
    ? `"${rule.name}" possibly never fires: no text was found that satisfies all its conditions.`
    : `"${rule.name}" can never fire: its conditions contradict each other.`;
  return [{ code: 'never-fires', severity: possible ? 'info' : 'error', possible, message, rules: [ref] }];
}

/** `always-fires`: no request fails any condition (R5, R10). */
export function alwaysFires({ ref, rule, firing }: JudgedRule, regexes: RegexCache): Finding[] {
  if (firing.kind === 'none') return [];
  const escapes = rule.when.map(condition => solveLiterals([{ condition, holds: false }], regexes).kind);
  if (escapes.includes('found')) return [];
  const possible = escapes.includes('unknown');
  const message = `"${rule.name}" ${possible ? 'possibly fires' : 'fires'} for every request.`;
  return [
    {
      code: 'always-fires',
      severity: 'warning',
      possible,
      message,
      rules: [ref],
      witness: requestWith(new Map()),
    },
  ];
}

/** `fires-on-missing`: it can fire because a variable that `neq` or `not_in` speaks of is missing (R3). */
export function firesOnMissing({ ref, rule, firing }: JudgedRule, regexes: RegexCache): Finding[] {
  if (firing.kind === 'none') return [];
  return rule.when.flatMap((condition, index): Finding[] => {
    const { field, operator } = condition;
    if (operator === 'not_exists' || !operatorCatalog[operator].matchesMissing) return [];
    const missing = { condition: { field, operator: 'not_exists' as const }, holds: true };
    const solution = solveLiterals([...demands(rule.when), missing], regexes);
    if (solution.kind === 'none') return [];
    return [
      {
        code: 'fires-on-missing',
        severity: 'info',
        possible: solution.kind === 'unknown',
        message: `"${rule.name}" also fires when ${field} is missing; add "${field} exists" if that is not meant.`,
        rules: [ref],
        condition: index,
        ...(solution.kind === 'found' && { witness: requestWith(solution.values) }),
      },
    ];
  });
}
