import type { Condition, ContextRule } from '../../../../shared/model/rule.ts';
import { isRuleEnabled, rulePriority } from '../../../../shared/model/rule-defaults.ts';
import type { Operator } from '../../../../shared/rules/operators.ts';
import { createRegexCache, type RegexCache } from '../regex-cache.ts';
import type { Variables } from '../test-condition.ts';
import { AccessIndex } from './access-index.ts';
import { FieldValues } from './field-values.ts';
import { patternLiteral } from './pattern-literal.ts';
import { PredicateLists } from './predicate-lists.ts';
import { PredicateTable } from './predicate-table.ts';

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
  return new RuleSet(rules, regexes);
}

class RuleSet implements CompiledRules {
  readonly #fieldValues = new FieldValues();
  readonly #predicates: PredicateTable;
  readonly #access: AccessIndex;
  readonly #required: PredicateLists;
  readonly #slots: ContextRule[] = [];
  /** By slot, so that sorting touches no rule. */
  readonly #priorities: number[] = [];
  readonly #slotById = new Map<string, number>();
  readonly #fieldUses = new Map<string, number>();

  constructor(rules: readonly ContextRule[], regexes: RegexCache) {
    this.#predicates = new PredicateTable(this.#fieldValues, regexes);
    this.#access = new AccessIndex(this.#fieldValues, this.#predicates, rules.length);
    this.#required = new PredicateLists(this.#predicates);
    for (const rule of rules) this.#fill(this.#slots.length, rule);
  }

  put(rule: ContextRule): void {
    const known = this.#slotById.get(rule.id);
    if (known !== undefined) this.#empty(known);
    this.#fill(known ?? this.#slots.length, rule);
  }

  remove(ruleId: string): void {
    const slot = this.#slotById.get(ruleId);
    if (slot === undefined) return;
    this.#empty(slot);
    this.#slotById.delete(ruleId);
  }

  firing(variables: Variables): ContextRule[] {
    this.#fieldValues.begin(variables);
    this.#predicates.begin();
    const fired: number[] = [];
    this.#access.collect(this.#required, fired);
    return this.#inOrder(fired);
  }

  fieldsGiven(variables: Variables): string[] {
    return [...this.#fieldUses.keys()].filter(field => (variables.get(field) ?? undefined) !== undefined);
  }

  #fill(slot: number, rule: ContextRule): void {
    this.#slotById.set(rule.id, slot);
    this.#slots[slot] = rule;
    this.#priorities[slot] = rulePriority(rule);
    if (!isRuleEnabled(rule)) return;
    const ordered = rule.when.toSorted(
      (left, right) => operatorCost[left.operator] - operatorCost[right.operator],
    );
    const tested = ordered.flatMap(withPrerequisites);
    const proven = this.#access.add(slot, tested);
    const rest = tested.filter(condition => condition !== proven);
    this.#required.set(
      slot,
      rest.map(condition => this.#predicates.add(condition)),
    );
    countFields(this.#fieldUses, rule.when, 1);
  }

  #inOrder(fired: number[]): ContextRule[] {
    const priorities = this.#priorities;
    if (fired.length > 1)
      fired.sort((left, right) => (priorities[right] ?? 0) - (priorities[left] ?? 0) || left - right);
    const rules: ContextRule[] = [];
    for (const slot of fired) {
      const rule = this.#slots[slot];
      if (rule) rules.push(rule);
    }
    return rules;
  }

  #empty(slot: number): void {
    const rule = this.#slots[slot];
    if (!rule || !isRuleEnabled(rule)) return;
    this.#access.remove(slot);
    countFields(this.#fieldUses, rule.when, -1);
  }
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

function countFields(uses: Map<string, number>, conditions: readonly Condition[], change: 1 | -1): void {
  for (const { field } of conditions) {
    const count = (uses.get(field) ?? 0) + change;
    if (count === 0) uses.delete(field);
    else uses.set(field, count);
  }
}
