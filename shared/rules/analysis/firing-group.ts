import type { RegexCache } from '../evaluation/regex-cache.ts';
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

/**
 * A group that grows rule by rule: only the fields of the newcomer are solved again, since fields are independent, and
 * of these only where it asks something new. What contradicted the group once does so for good, because it only grows.
 */
export function createFiringGroup(regexes: RegexCache): FiringGroup {
  const rules: JudgedRule[] = [];
  const byField = new Map<string, Literal[]>();
  const asked = new Map<string, Set<string>>();
  const contradicted = new Map<string, Set<string>>();
  const ancestors = new Set<string>();
  const fits = (rule: JudgedRule): boolean => {
    const fields = [...rule.byField.keys()].map(dotted);
    // An object and what lies in it have to be chosen together.
    const isApart = fields.every(
      field => !hasRelated({ byField, ancestors }, field) && !hasRelated(rule, field),
    );
    const liesAround = [...byField.keys()].some(field => rule.ancestors.has(field));
    if (!isApart || liesAround) return firingTogether([...rules, rule], regexes).kind === 'found';
    return [...rule.byField].every(([field, literals]) => fitsField(field, literals));
  };
  const fitsField = (field: string, literals: readonly Literal[]): boolean => {
    const before = byField.get(field);
    const more = literals.filter(literal => !asked.get(field)?.has(keyOf(literal)));
    if (before && more.length === 0) return true;
    const key = more.map(keyOf).join();
    if (contradicted.get(field)?.has(key)) return false;
    const { kind } = solveField(field, [...(before ?? []), ...more], regexes);
    if (kind === 'none') contradicted.set(field, (contradicted.get(field) ?? new Set()).add(key));
    return kind === 'found';
  };
  return {
    rules,
    join(rule) {
      if (!fits(rule)) return false;
      rules.push(rule);
      for (const [field, literals] of rule.byField) {
        const keys = asked.get(field) ?? new Set<string>();
        const more = literals.filter(literal => !keys.has(keyOf(literal)));
        byField.set(field, [...(byField.get(field) ?? []), ...more]);
        asked.set(field, new Set([...keys, ...more.map(keyOf)]));
      }
      for (const ancestor of rule.ancestors) ancestors.add(ancestor);
      return true;
    },
  };
}

/** The same for literals that ask the same. */
const keyOf = ({ condition, holds }: Literal): string => JSON.stringify([condition, holds]);
