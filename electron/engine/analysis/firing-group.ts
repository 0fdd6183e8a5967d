import type { RegexCache } from '../rules/regex-cache.ts';
import { dotted, hasRelated, type JudgedRule } from './judged-rule.ts';
import type { Literal } from './literal.ts';
import { firingTogether } from './rule-inclusion.ts';
import { solveField } from './solve-field.ts';

/** Rules that one request fires all together. */
export interface FiringGroup {
  readonly rules: readonly JudgedRule[];
  /** Takes a rule in when a request still fires all of them, and says whether it did. */
  join(rule: JudgedRule): boolean;
}

/** A group that grows rule by rule: only the fields of the newcomer are solved again, since fields are independent. */
export function createFiringGroup(regexes: RegexCache): FiringGroup {
  const rules: JudgedRule[] = [];
  const byField = new Map<string, Literal[]>();
  const ancestors = new Set<string>();
  const fits = (rule: JudgedRule): boolean => {
    const fields = [...rule.byField.keys()].map(dotted);
    // An object and what lies in it have to be chosen together.
    const isApart = fields.every(
      field => !hasRelated({ byField, ancestors }, field) && !hasRelated(rule, field),
    );
    const liesAround = [...byField.keys()].some(field => rule.ancestors.has(field));
    if (!isApart || liesAround) return firingTogether([...rules, rule], regexes).kind === 'found';
    return [...rule.byField].every(
      ([field, literals]) =>
        solveField(field, [...(byField.get(field) ?? []), ...literals], regexes).kind === 'found',
    );
  };
  return {
    rules,
    join(rule) {
      if (!fits(rule)) return false;
      rules.push(rule);
      for (const [field, literals] of rule.byField)
        byField.set(field, [...(byField.get(field) ?? []), ...literals]);
      for (const ancestor of rule.ancestors) ancestors.add(ancestor);
      return true;
    },
  };
}
