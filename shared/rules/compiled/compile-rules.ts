import type { Condition, ContextRule } from '../../model/rule.ts';
import { isRuleEnabled, rulePriority } from '../../model/rule-defaults.ts';
import { atOnce } from '../../stretches.ts';
import type { Patience } from '../evaluation/patience.ts';
import { createRegexCache, type RegexCache } from '../evaluation/regex-cache.ts';
import type { Variables } from '../evaluation/test-condition.ts';
import { domainOf, operators, saying } from '../operators.ts';
import { AccessIndex } from './access-index.ts';
import { FieldValues } from './field-values.ts';
import { patternLiteral } from './pattern-literal.ts';
import { PredicateLists } from './predicate-lists.ts';
import { PredicateTable } from './predicate-table.ts';

/** A rule set ready to run: the same answers as testing every condition of every rule, much faster. */
export interface CompiledRules {
  /** Rules that fire, by priority descending, ties in file order. Muted rules never do. */
  firing(variables: Variables, patience?: Patience): ContextRule[];
  /** Fields of all conditions of rules that are not muted and that are not missing (`variablesUsed`), unsorted. */
  fieldsGiven(variables: Variables): string[];
  /** Takes another rule's place, or adds it at the end; nothing else is rebuilt. */
  put(rule: ContextRule): void;
  remove(ruleId: string): void;
}

/** Compiles rules once. Patterns belong to the compiled rules. */
export function compileRules(
  rules: readonly ContextRule[],
  regexes: RegexCache = createRegexCache(Infinity),
): CompiledRules {
  return atOnce(compileRulesInSteps(rules, regexes));
}

/** The same; stops after each rule. */
export function* compileRulesInSteps(
  rules: readonly ContextRule[],
  regexes: RegexCache,
): Generator<void, CompiledRules> {
  const compiled = new RuleSet(rules.length, regexes);
  for (const rule of rules) {
    compiled.add(rule);
    yield;
  }
  return compiled;
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

  constructor(expectedRules: number, regexes: RegexCache) {
    this.#predicates = new PredicateTable(this.#fieldValues, regexes);
    this.#access = new AccessIndex(this.#fieldValues, this.#predicates, expectedRules);
    this.#required = new PredicateLists(this.#predicates);
  }

  /** Adds it at the end, also where another one has its id. */
  add(rule: ContextRule): void {
    this.#fill(this.#slots.length, rule);
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

  firing(variables: Variables, patience?: Patience): ContextRule[] {
    this.#fieldValues.begin(variables);
    this.#predicates.begin(patience?.isOver);
    const fired: number[] = [];
    const unjudged: number[] = [];
    this.#access.collect(this.#required, fired, unjudged);
    if (!patience || !this.#predicates.isTimeOver) return this.#inOrder(fired);
    // What was taken to match so as to go on is no answer.
    const isJudged = (slot: number) => this.#required.areJudged(slot);
    patience.unjudged.push(...this.#inOrder([...unjudged, ...fired.filter(slot => !isJudged(slot))]));
    return this.#inOrder(fired.filter(isJudged));
  }

  fieldsGiven(variables: Variables): string[] {
    return [...this.#fieldUses.keys()].filter(field => (variables.get(field) ?? undefined) !== undefined);
  }

  #fill(slot: number, rule: ContextRule): void {
    this.#slotById.set(rule.id, slot);
    this.#slots[slot] = rule;
    this.#priorities[slot] = rulePriority(rule);
    if (!isRuleEnabled(rule)) return;
    // Cheap tests first, so that texts are searched only for rules that nothing else rules out.
    const ordered = rule.when.toSorted(
      (left, right) => operators[left.operator].cost - operators[right.operator].cost,
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
 * A pattern stands behind the texts that it cannot be found without: those are cheap, and rules share them.
 * A list can contain a text too, but no pattern matches it, so nothing that would match is ruled out.
 */
function withPrerequisites(condition: Condition): Condition[] {
  const { field } = condition;
  const domain = domainOf(condition);
  const literal = domain?.kind === 'pattern' ? patternLiteral(domain.pattern) : undefined;
  if (literal === undefined || literal.kind === 'exact') return [condition];
  const required = literal.texts
    .filter(text => text !== '')
    .map(text => ({ field, operator: saying.holds, value: text }));
  return [...required, condition];
}

function countFields(uses: Map<string, number>, conditions: readonly Condition[], change: 1 | -1): void {
  for (const { field } of conditions) {
    const count = (uses.get(field) ?? 0) + change;
    if (count === 0) uses.delete(field);
    else uses.set(field, count);
  }
}
