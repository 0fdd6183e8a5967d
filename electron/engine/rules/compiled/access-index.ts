import type { Condition } from '../../../../shared/model/rule.ts';
import type { Operator } from '../../../../shared/rules/operators.ts';
import type { FieldValues } from './field-values.ts';
import type { PredicateTable } from './predicate-table.ts';

/**
 * Finds the rules that are worth looking at. Each rule waits at one place that it cannot fire without: at a value
 * of the field with the most known values among its `eq` and `in` conditions, else behind the condition that most likely
 * rules it out and that other rules share.
 */
export interface AccessIndex {
  /** Adds a rule; gives the condition that waiting already proves, which need not be tested again. */
  add(slot: number, conditions: readonly Condition[]): Condition | undefined;
  remove(slot: number): void;
  /** Calls back with lists of rules that may fire in the running evaluation; every rule is in at most one. */
  forEachCandidates(visit: (slots: readonly number[]) => void): void;
}

interface Key {
  readonly condition: Condition;
  readonly field: number;
  /** Numbers of constants of the field, one of which the variable must be. */
  readonly constants: readonly number[];
}

interface FieldIndex {
  readonly field: number;
  readonly slotsByConstant: number[][];
}

interface Gate {
  readonly predicate: number;
  readonly slots: number[];
}

export function createAccessIndex(
  fieldValues: FieldValues,
  predicates: PredicateTable,
  expectedRules: number,
): AccessIndex {
  const fields = new Map<number, FieldIndex>();
  const fieldList: FieldIndex[] = [];
  const gates = new Map<number, Gate>();
  const gateList: Gate[] = [];
  const always: number[] = [];
  const places = new Map<number, readonly number[][]>();
  const known = new Map<number, Set<number>>();

  /** How often a rule is expected to be looked at there; a field that is not read yet costs a look-up of its own. */
  function cost({ field, constants }: Key): number {
    const share = constants.length / (known.get(field)?.size || 1);
    return fields.has(field) ? share : share + newFieldCost / Math.max(1, expectedRules);
  }

  function placesOf(key: Key | undefined, gate: Condition | undefined): readonly number[][] {
    if (key) {
      const { slotsByConstant } = entry(fields, key.field, fieldList, () => ({
        field: key.field,
        slotsByConstant: [],
      }));
      return key.constants.map(constant => {
        const slots = slotsByConstant[constant] ?? [];
        slotsByConstant[constant] = slots;
        return slots;
      });
    }
    if (!gate) return [always];
    const predicate = predicates.add(gate);
    return [entry(gates, predicate, gateList, () => ({ predicate, slots: [] })).slots];
  }

  return {
    add(slot, conditions) {
      const keys = conditions.flatMap(condition => keyOf(condition, fieldValues));
      for (const { field, constants } of keys) remember(known, field, constants);
      const key = cheapest(keys, cost);
      const gate = key ? undefined : gateOf(conditions);
      const lists = placesOf(key, gate);
      for (const list of lists) list.push(slot);
      places.set(slot, lists);
      return key?.condition ?? gate;
    },
    remove(slot) {
      for (const list of places.get(slot) ?? []) list.splice(list.indexOf(slot), 1);
      places.delete(slot);
    },
    forEachCandidates(visit) {
      visit(always);
      for (const { field, slotsByConstant } of fieldList) {
        const slots = slotsByConstant[fieldValues.constantOf(field)];
        if (slots) visit(slots);
      }
      for (const { predicate, slots } of gateList) if (predicates.isMatched(predicate)) visit(slots);
    },
  };
}

/** What reading one more field costs, in looks at a rule, when a hundred rules share the reading. */
const newFieldCost = 100;

/** How good a gate an operator is: texts are shared by many rules and seldom there, most variables exist. */
const gateRank = {
  starts_with: 0,
  ends_with: 0,
  contains: 0,
  not_exists: 1,
  gt: 2,
  gte: 2,
  lt: 2,
  lte: 2,
  regex: 3,
  exists: 4,
  eq: 5,
  in: 5,
  neq: 6,
  not_in: 6,
} as const satisfies Record<Operator, number>;

function gateOf(conditions: readonly Condition[]): Condition | undefined {
  return conditions.toSorted((left, right) => gateRank[left.operator] - gateRank[right.operator])[0];
}

/** Values that the field must have, for `eq` and `in` over scalars; objects are compared deeply and cannot be keys. */
function keyOf(condition: Condition, fieldValues: FieldValues): Key[] {
  const { field, operator, value } = condition;
  if (operator !== 'eq' && (operator !== 'in' || !Array.isArray(value))) return [];
  const constants: readonly unknown[] = operator === 'in' && Array.isArray(value) ? value : [value];
  const possible = [...new Set(constants)].filter(constant => constant !== null && constant !== undefined);
  if (possible.some(constant => typeof constant === 'object')) return [];
  const number = fieldValues.fieldNumber(field);
  return [
    {
      condition,
      field: number,
      constants: possible.map(constant => fieldValues.constantNumber(number, constant)),
    },
  ];
}

function cheapest(keys: readonly Key[], cost: (key: Key) => number): Key | undefined {
  return keys.reduce<Key | undefined>(
    (best, key) => (best === undefined || cost(key) < cost(best) ? key : best),
    undefined,
  );
}

function remember(known: Map<number, Set<number>>, field: number, constants: readonly number[]): void {
  const seen = known.get(field) ?? new Set<number>();
  for (const constant of constants) seen.add(constant);
  known.set(field, seen);
}

/** The entry of a map, made and listed when it is new. */
function entry<Key, Value>(map: Map<Key, Value>, key: Key, list: Value[], create: () => Value): Value {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const created = create();
  map.set(key, created);
  list.push(created);
  return created;
}
