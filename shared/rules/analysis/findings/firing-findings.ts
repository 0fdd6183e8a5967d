import type { Finding } from '../../../model/finding.ts';
import type { Condition } from '../../../model/rule.ts';
import type { RegexCache } from '../../evaluation/regex-cache.ts';
import { holdsForMissing } from '../../evaluation/test-condition.ts';
import { domainOf, operators, saying } from '../../operators.ts';
import { checkCondition } from '../../validate-rule.ts';
import type { JudgedRule } from '../judged-rule.ts';
import { demand, demands, denial } from '../literal.ts';
import { solveLiterals } from '../solve-literals.ts';
import { requestWith } from '../witness-request.ts';

/** `never-fires`: no request satisfies all conditions. A condition that alone is to blame is named. */
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
      : `its condition "${alone.field} ${operators[alone.operator].label}" never holds: ${whyNever(alone)}.`;
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
  const verdict = operators[condition.operator].constant?.(condition.value ?? null);
  return verdict?.because ?? `${condition.field} never has such a value`;
}

/** `always-fires`: no request fails any condition. */
export function alwaysFires({ ref, rule, firing }: JudgedRule, regexes: RegexCache): Finding[] {
  if (firing.kind === 'none') return [];
  const escapes = rule.when.map(condition => solveLiterals([denial(condition)], regexes).kind);
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

/** `fires-on-missing`: it can fire because a variable is missing that a condition speaks of. */
export function firesOnMissing({ ref, rule, firing }: JudgedRule, regexes: RegexCache): Finding[] {
  if (firing.kind === 'none') return [];
  return rule.when.flatMap((condition, index): Finding[] => {
    const { field } = condition;
    // Who asks for a missing variable means it.
    if (domainOf(condition)?.kind === 'missing' || !holdsForMissing(condition, regexes)) return [];
    const missing = demand({ field, operator: saying.missing });
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
