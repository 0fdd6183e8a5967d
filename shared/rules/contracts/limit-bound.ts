import { isJsonObject } from '../../model/json.ts';
import type { Condition, ContextRule } from '../../model/rule.ts';
import { domainOf } from '../operators.ts';

/** The constants that a field can be, by field, where a condition says which. Written as JSON, so that equals are the same. */
export type FixedFields = ReadonlyMap<string, ReadonlySet<string>>;

/** A rule that adds something counted. */
export interface BringingRule {
  readonly rule: ContextRule;
  readonly ids: readonly string[];
  /** The field that tells most rules apart first. */
  readonly fixed: FixedFields;
}

export function fixedBy(conditions: readonly Condition[]): FixedFields {
  let fixed: FixedFields = new Map();
  for (const condition of conditions) {
    const values = constantsIn(condition);
    if (values !== undefined) fixed = bothFixed(fixed, new Map([[condition.field, values]]));
  }
  return fixed;
}

function constantsIn(condition: Condition): ReadonlySet<string> | undefined {
  const domain = domainOf(condition);
  if (domain?.kind === 'never') return new Set();
  if (domain?.kind !== 'one_of' || domain.values.some(isNested)) return undefined;
  return new Set(domain.values.map(value => JSON.stringify(value)));
}

const isNested = (value: unknown): boolean => isJsonObject(value) || Array.isArray(value);

export function bothFixed(one: FixedFields, other: FixedFields): FixedFields {
  const both = new Map(one);
  for (const [field, values] of other) {
    const own = one.get(field);
    both.set(field, own === undefined ? values : new Set([...own].filter(value => values.has(value))));
  }
  return both;
}

/** Whether no request satisfies both, as their constants alone tell. */
export function isApart(one: FixedFields, other: FixedFields): boolean {
  for (const [field, values] of other) {
    const own = one.get(field) ?? values;
    if (![...own].some(value => values.has(value))) return true;
  }
  return false;
}

/** Rules whose fields stand in the order of how many rules say what they are, and of how many values they name. */
export function inOrderOfFields(rules: readonly BringingRule[]): BringingRule[] {
  const counts = new Map<string, { rules: number; readonly values: Set<string> }>();
  for (const { fixed } of rules)
    for (const [field, values] of fixed) {
      const count = counts.get(field) ?? { rules: 0, values: new Set() };
      counts.set(field, count);
      count.rules += 1;
      for (const value of values) count.values.add(value);
    }
  const weight = (field: string): readonly [number, number] => {
    const { rules: most = 0, values } = counts.get(field) ?? {};
    return [most, values?.size ?? 0];
  };
  const compare = (left: string, right: string): number => {
    const [one, other] = [weight(left), weight(right)];
    return other[0] - one[0] || other[1] - one[1];
  };
  return rules.map(one => ({
    ...one,
    fixed: new Map([...one.fixed].sort(([left], [right]) => compare(left, right))),
  }));
}

/**
 * For each place, the most that the rules from there on can bring beside what was added: a field has one value, so that
 * of the rules that ask for different ones those of one value fire at most.
 */
export function mostFrom(
  rules: readonly BringingRule[],
  held: FixedFields,
  added: ReadonlySet<string>,
  sizeOf: (id: string) => number,
): number[] {
  const [all, free] = [tally(added, sizeOf), tally(added, sizeOf)];
  const byField = new Map<string, { most: number; readonly byValue: Map<string, Tally> }>();
  let apart = 0;
  const most = rules.map(() => 0);
  for (let at = rules.length - 1; at >= 0; at -= 1) {
    const { ids = [], fixed } = rules[at] ?? {};
    all.add(ids);
    const telling = [...(fixed ?? [])].find(([field]) => held.get(field)?.size !== 1);
    if (telling === undefined) free.add(ids);
    else apart += grow(telling, ids);
    most[at] = Math.min(all.size(), free.size() + apart);
  }
  return most;

  /** By how much the largest of a field's values has grown. */
  function grow([field, values]: readonly [string, ReadonlySet<string>], ids: readonly string[]): number {
    const group = byField.get(field) ?? { most: 0, byValue: new Map() };
    byField.set(field, group);
    const before = group.most;
    for (const value of values) {
      const own = group.byValue.get(value) ?? tally(added, sizeOf);
      group.byValue.set(value, own);
      own.add(ids);
      group.most = Math.max(group.most, own.size());
    }
    return group.most - before;
  }
}

interface Tally {
  add(ids: readonly string[]): void;
  size(): number;
}

/** Sizes of what was not added yet, each once. */
function tally(added: ReadonlySet<string>, sizeOf: (id: string) => number): Tally {
  const counted = new Set<string>();
  let size = 0;
  return {
    add(ids) {
      for (const id of ids) {
        if (added.has(id) || counted.has(id)) continue;
        counted.add(id);
        size += sizeOf(id);
      }
    },
    size: () => size,
  };
}
