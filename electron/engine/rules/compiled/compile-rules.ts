import type { Condition, ContextRule } from '../../../../shared/model/rule.ts';
import { isRuleEnabled, rulePriority } from '../../../../shared/model/rule-defaults.ts';
import type { Operator } from '../../../../shared/rules/operators.ts';
import { createRegexCache, type RegexCache } from '../regex-cache.ts';
import type { Variables } from '../test-condition.ts';
import { createAccessIndex } from './access-index.ts';
import { createFieldValues } from './field-values.ts';
import { patternLiteral } from './pattern-literal.ts';
import { createPredicateTable, grown } from './predicate-table.ts';

/** A rule set ready to run: the same answers as testing every condition of every rule, much faster. */
export interface CompiledRules {
  /** Rules that fire, by priority descending, ties in file order (R6). Muted rules never do (R5). */
  firing(variables: Variables): ContextRule[];
  /** Fields of all conditions of rules that are not muted and that are not missing (R8 `variablesUsed`), unsorted. */
  fieldsGiven(variables: Variables): string[];
  /** Takes another rule's place, or adds it at the end; nothing else is rebuilt. */
  put(rule: ContextRule): void;
  remove(ruleId: string): void;
}

/** Compiles rules once (R5, R6). Patterns belong to the compiled rules. */
export function compileRules(
  rules: readonly ContextRule[],
  regexes: RegexCache = createRegexCache(Infinity),
): CompiledRules {
  const fieldValues = createFieldValues();
  const predicates = createPredicateTable(fieldValues, regexes);
  const access = createAccessIndex(fieldValues, predicates, rules.length);
  const conditions = createConditionList();
  const slots: ContextRule[] = [];
  let priorities = new Float64Array(256);
  const slotById = new Map<string, number>();
  const fieldUses = new Map<string, number>();

  function fill(slot: number, rule: ContextRule): void {
    slots[slot] = rule;
    if (slot >= priorities.length) priorities = withRoom(priorities);
    priorities[slot] = rulePriority(rule);
    if (!isRuleEnabled(rule)) return;
    const ordered = rule.when.toSorted(
      (left, right) => operatorCost[left.operator] - operatorCost[right.operator],
    );
    const tested = ordered.flatMap(withPrerequisites);
    const proven = access.add(slot, tested);
    conditions.set(slot, tested.filter(condition => condition !== proven).map(predicates.add));
    countFields(fieldUses, rule.when, 1);
  }

  function empty(slot: number): void {
    const rule = slots[slot];
    if (!rule || !isRuleEnabled(rule)) return;
    access.remove(slot);
    countFields(fieldUses, rule.when, -1);
  }

  function put(rule: ContextRule): void {
    const known = slotById.get(rule.id);
    const slot = known ?? slots.length;
    if (known !== undefined) empty(known);
    slotById.set(rule.id, slot);
    fill(slot, rule);
  }

  for (const [slot, rule] of rules.entries()) {
    slotById.set(rule.id, slot);
    fill(slot, rule);
  }

  return {
    put,
    remove(ruleId) {
      const slot = slotById.get(ruleId);
      if (slot === undefined) return;
      empty(slot);
      slotById.delete(ruleId);
    },
    firing(variables) {
      fieldValues.begin(variables);
      predicates.begin();
      const fired: number[] = [];
      access.forEachCandidates(candidates => conditions.collect(candidates, predicates.isMatched, fired));
      return inOrder(fired, slots, priorities);
    },
    fieldsGiven(variables) {
      return [...fieldUses.keys()].filter(field => (variables.get(field) ?? undefined) !== undefined);
    },
  };
}

/**
 * A regex stands behind the texts that it cannot be found without: those are cheap, and rules share them.
 * A list can contain a text too, but no regex matches it, so nothing that would match is ruled out.
 */
function withPrerequisites(condition: Condition): Condition[] {
  const { field, operator, value } = condition;
  const literal = operator === 'regex' && typeof value === 'string' ? patternLiteral(value) : undefined;
  if (literal === undefined || literal.kind === 'exact') return [condition];
  const required = literal.texts
    .filter(text => text !== '')
    .map(text => ({ field, operator: 'contains' as const, value: text }));
  return [...required, condition];
}

/** Cheap tests first, so that texts are searched only for rules that nothing else rules out. */
const operatorCost = {
  eq: 0,
  exists: 0,
  not_exists: 0,
  in: 1,
  neq: 1,
  not_in: 1,
  gt: 2,
  gte: 2,
  lt: 2,
  lte: 2,
  starts_with: 3,
  ends_with: 3,
  contains: 4,
  regex: 5,
} as const satisfies Record<Operator, number>;

function inOrder(fired: number[], slots: readonly ContextRule[], priorities: Float64Array): ContextRule[] {
  fired.sort((left, right) => (priorities[right] ?? 0) - (priorities[left] ?? 0) || left - right);
  const rules: ContextRule[] = [];
  for (const slot of fired) {
    const rule = slots[slot];
    if (rule) rules.push(rule);
  }
  return rules;
}

function countFields(uses: Map<string, number>, conditions: readonly Condition[], change: 1 | -1): void {
  for (const { field } of conditions) {
    const count = (uses.get(field) ?? 0) + change;
    if (count === 0) uses.delete(field);
    else uses.set(field, count);
  }
}

/** Predicate numbers of all rules in one array: objects per rule would be spread over memory and cost cache misses. */
function createConditionList() {
  const list = {
    numbers: new Int32Array(1024),
    used: 0,
    starts: new Int32Array(256),
    ends: new Int32Array(256),
  };
  return {
    set(slot: number, predicates: readonly number[]): void {
      while (list.used + predicates.length > list.numbers.length) list.numbers = grown(list.numbers);
      while (slot >= list.starts.length) {
        list.starts = grown(list.starts);
        list.ends = grown(list.ends);
      }
      list.numbers.set(predicates, list.used);
      list.starts[slot] = list.used;
      list.used += predicates.length;
      list.ends[slot] = list.used;
    },
    /** Adds those slots to `fired` whose predicates all matched. */
    collect(slots: readonly number[], isMatched: (predicate: number) => boolean, fired: number[]): void {
      const { numbers, starts, ends } = list;
      next: for (const slot of slots) {
        const end = ends[slot] ?? 0;
        for (let at = starts[slot] ?? 0; at < end; at += 1) if (!isMatched(numbers[at] ?? 0)) continue next;
        fired.push(slot);
      }
    },
  };
}

function withRoom(numbers: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}
