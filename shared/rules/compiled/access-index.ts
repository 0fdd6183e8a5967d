import type { Condition } from '../../model/rule.ts';
import type { Domain } from '../operators/operator-kind.ts';
import { domainOf } from '../operators.ts';
import type { FieldValues } from './field-values.ts';
import type { PredicateLists } from './predicate-lists.ts';
import type { PredicateTable } from './predicate-table.ts';

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

/**
 * Finds the rules that are worth looking at. Each rule waits at one place that it cannot fire without: at a value
 * of the field with the most known values among those that must equal a constant, else behind the condition that most likely
 * rules it out and that other rules share.
 */
export class AccessIndex {
  readonly #fieldValues: FieldValues;
  readonly #predicates: PredicateTable;
  readonly #expectedRules: number;
  readonly #fields = new Map<number, FieldIndex>();
  readonly #fieldList: FieldIndex[] = [];
  readonly #gates = new Map<number, Gate>();
  readonly #gateList: Gate[] = [];
  readonly #always: number[] = [];
  readonly #places = new Map<number, readonly number[][]>();
  readonly #known = new Map<number, Set<number>>();

  constructor(fieldValues: FieldValues, predicates: PredicateTable, expectedRules: number) {
    this.#fieldValues = fieldValues;
    this.#predicates = predicates;
    this.#expectedRules = expectedRules;
  }

  /** Adds a rule; gives the condition that waiting already proves, which need not be tested again. */
  add(slot: number, conditions: readonly Condition[]): Condition | undefined {
    const keys = conditions.flatMap(condition => keyOf(condition, this.#fieldValues));
    for (const { field, constants } of keys) remember(this.#known, field, constants);
    const key = cheapest(keys, one => this.#cost(one));
    const gate = key ? undefined : gateOf(conditions);
    const lists = this.#placesOf(key, gate);
    for (const list of lists) list.push(slot);
    this.#places.set(slot, lists);
    return key?.condition ?? gate;
  }

  remove(slot: number): void {
    for (const list of this.#places.get(slot) ?? []) list.splice(list.indexOf(slot), 1);
    this.#places.delete(slot);
  }

  /**
   * Adds the rules to `fired` that fire in the running evaluation, each once; looks at no others than may. Those
   * behind a condition that there was no time for go to `unjudged`.
   */
  collect(required: PredicateLists, fired: number[], unjudged: number[]): void {
    required.collect(this.#always, fired);
    for (const { field, slotsByConstant } of this.#fieldList) {
      const slots = slotsByConstant[this.#fieldValues.constantOf(field)];
      if (slots !== undefined) required.collect(slots, fired);
    }
    for (const { predicate, slots } of this.#gateList)
      if (this.#predicates.isMatched(predicate))
        required.collect(slots, this.#predicates.isJudged(predicate) ? fired : unjudged);
  }

  /** How often a rule is expected to be looked at there; a field that is not read yet costs a look-up of its own. */
  #cost({ field, constants }: Key): number {
    const share = constants.length / (this.#known.get(field)?.size || 1);
    return this.#fields.has(field) ? share : share + newFieldCost / Math.max(1, this.#expectedRules);
  }

  #placesOf(key: Key | undefined, gate: Condition | undefined): readonly number[][] {
    if (key) {
      const { slotsByConstant } = entry(this.#fields, key.field, this.#fieldList, () => ({
        field: key.field,
        slotsByConstant: [],
      }));
      return key.constants.map(constant => {
        // Filled without holes, which would make every look-up search further.
        while (slotsByConstant.length <= constant) slotsByConstant.push([]);
        return slotsByConstant[constant] ?? [];
      });
    }
    if (!gate) return [this.#always];
    const predicate = this.#predicates.add(gate);
    return [entry(this.#gates, predicate, this.#gateList, () => ({ predicate, slots: [] })).slots];
  }
}

/** What reading one more field costs, in looks at a rule, when a hundred rules share the reading. */
const newFieldCost = 100;

/** How good a gate a condition is: texts are shared by many rules and seldom there, most variables exist. */
const gateRank = {
  never: 0,
  starts: 0,
  ends: 0,
  holds: 0,
  missing: 1,
  range: 2,
  pattern: 3,
  given: 4,
  one_of: 5,
  none_of: 6,
} as const satisfies Record<Domain['kind'], number>;

/** Of a condition that says nothing of its values, which calls a function for each. */
const unknownRank = 3;

function gateOf(conditions: readonly Condition[]): Condition | undefined {
  return conditions.toSorted((left, right) => rankOf(left) - rankOf(right))[0];
}

function rankOf(condition: Condition): number {
  const domain = domainOf(condition);
  return domain === undefined ? unknownRank : gateRank[domain.kind];
}

/** Scalar values that the field must have; objects are compared deeply and cannot be keys. */
function keyOf(condition: Condition, fieldValues: FieldValues): Key[] {
  const domain = domainOf(condition);
  if (domain?.kind !== 'one_of' || domain.values.some(value => typeof value === 'object')) return [];
  const field = fieldValues.fieldNumber(condition.field);
  const constants = [...new Set(domain.values)].map(value => fieldValues.constantNumber(field, value));
  return [{ condition, field, constants }];
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
