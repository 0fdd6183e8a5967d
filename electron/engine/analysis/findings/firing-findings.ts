import type { Finding } from '../../../../shared/model/finding.ts';
import type { Condition } from '../../../../shared/model/rule.ts';
import { operatorCatalog } from '../../../../shared/rules/operators.ts';
import { checkCondition } from '../../../../shared/rules/validate-rule.ts';
import type { RegexCache } from '../../rules/regex-cache.ts';
import type { JudgedRule } from '../judged-rule.ts';
import { demands } from '../literal.ts';
import { solveLiterals } from '../solve-literals.ts';
import { requestWith } from '../witness-request.ts';

/** `never-fires`: no request satisfies all conditions (R10). A condition that alone is to blame is named. */
export function neverFires({ ref, rule, firing, byField }: JudgedRule, regexes: RegexCache): Finding[] {
  if (firing.kind === 'found') return [];
  const finding = { code: 'never-fires' as const, rules: [ref] };
  if (firing.kind === 'unknown') {
    const message = `"${rule.name}" possibly never fires: no text was found that satisfies all its conditions.`;
    return [{ ...finding, severity: 'info', possible: true, message }];
  }
  const alone = rule.when.find(one => solveLiterals(demands([one]), regexes).kind === 'none');
  const cause =
    alone === undefined
      ? `its conditions ${onFields(byField, regexes)}contradict each other.`
      : `its condition "${alone.field} ${operatorCatalog[alone.operator].words}" never holds: ${whyNever(alone)}.`;
  const message = `"${rule.name}" can never fire: ${cause}`;
  return [{ ...finding, severity: 'error', possible: false, message }];
}

/** Variables whose own conditions already leave no value; none where only several variables together do. */
function onFields(byField: JudgedRule['byField'], regexes: RegexCache): string {
  const fields = [...byField].filter(([, literals]) => solveLiterals(literals, regexes).kind === 'none');
  return fields.length === 0 ? '' : `on ${fields.map(([field]) => field).join(' and ')} `;
}

function whyNever(condition: Condition): string {
  const [problem] = checkCondition(condition, '');
  if (problem !== undefined) return problem.message;
  const { operator, value, field } = condition;
  if (operator === 'in' && Array.isArray(value) && value.length === 0) return 'nothing is in an empty list';
  return `${field} never has such a value`;
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
