import type { MutantKind } from '../../model/context-test.ts';
import { isJsonEqual } from '../../model/json.ts';
import type { Condition, ContextRule } from '../../model/rule.ts';
import { numericValue } from '../numeric-value.ts';
import type { Domain } from '../operators/operator-kind.ts';
import { domainOf, type Operator, operatorNames, operators } from '../operators.ts';
import { conditionsText } from '../rule-sentence.ts';
import type { PlacedRule } from '../testing/rule-case.ts';

/** A small fault put into the rules. */
export interface Mutant {
  readonly kind: MutantKind;
  readonly at: PlacedRule;
  /** What it does, to be read behind the rule's name: `without "phase is planning"`. */
  readonly words: string;
  readonly change: RuleChange;
}

type RuleChange =
  /** Another rule in its place; undefined: none. */
  | { readonly kind: 'replace'; readonly by: ContextRule | undefined; readonly isSameThen: boolean }
  /** It comes behind the rule that followed it. */
  | { readonly kind: 'behind'; readonly next: PlacedRule };

/** So many values of one list are left out in turn; the rest of a longer list is alike. */
const mostValues = 20;

/** Every mutant of rules in the order in which they add: one change of one rule each. */
export function* makeMutants(rules: readonly PlacedRule[]): Generator<Mutant> {
  for (const [at, place] of rules.entries()) {
    yield* mutantsOf(place);
    const next = rules[at + 1];
    if (next?.engineId === place.engineId && bothAdd(place.rule, next.rule)) yield reordered(place, next);
  }
}

const bothAdd = (left: ContextRule, right: ContextRule): boolean =>
  left.then.add_memories.length > 0 && right.then.add_memories.length > 0;

const reordered = (at: PlacedRule, next: PlacedRule): Mutant => ({
  kind: 'reorder',
  at,
  words: `comes behind ${next.rule.name || next.rule.id}`,
  change: { kind: 'behind', next },
});

/** The mutants of one rule by itself. */
export function* mutantsOf(at: PlacedRule): Generator<Mutant> {
  const { rule } = at;
  const change = (by: ContextRule | undefined, isSameThen: boolean): RuleChange => ({
    kind: 'replace',
    by,
    isSameThen,
  });
  yield { kind: 'mute_rule', at, words: 'is muted', change: change(undefined, false) };
  for (const [index, condition] of rule.when.entries())
    for (const { kind, words, by } of conditionMutants(condition)) {
      const when = by === undefined ? rule.when.toSpliced(index, 1) : rule.when.with(index, by);
      yield { kind, at, words, change: change({ ...rule, when }, true) };
    }
  for (const memory of new Set(rule.then.add_memories)) {
    const others = rule.then.add_memories.filter(id => id !== memory);
    const by = { ...rule, then: { ...rule.then, add_memories: others } };
    yield { kind: 'remove_memory', at, words: `does not add ${memory}`, change: change(by, false) };
  }
}

interface ConditionMutant {
  readonly kind: MutantKind;
  readonly words: string;
  /** Undefined: it is left out. */
  readonly by: Condition | undefined;
}

function* conditionMutants(condition: Condition): Generator<ConditionMutant> {
  const words = (by: Condition) =>
    `asks "${conditionsText([by])}" instead of "${conditionsText([condition])}"`;
  const { operator, value = null } = condition;
  yield { kind: 'drop_condition', words: `without "${conditionsText([condition])}"`, by: undefined };
  for (const other of swappable(operator)) {
    const by = { ...condition, operator: other };
    const isOpposite = areOpposite(domainOf(condition), domainOf(by));
    yield { kind: isOpposite ? 'negate_condition' : 'swap_operator', words: words(by), by };
  }
  for (const bound of shifted(operator, value)) {
    const by = { ...condition, value: bound };
    yield { kind: 'shift_bound', words: words(by), by };
  }
  if (operators[operator].takes !== 'list' || !Array.isArray(value)) return;
  for (const index of value.slice(0, mostValues).keys()) {
    const by = { ...condition, value: value.toSpliced(index, 1) };
    yield { kind: 'drop_value', words: words(by), by };
  }
}

/** Operators that take the same kind of constant. */
const swappable = (operator: Operator): Operator[] =>
  operatorNames.filter(name => name !== operator && operators[name].takes === operators[operator].takes);

function shifted(operator: Operator, value: unknown): number[] {
  const bound = operators[operator].takes === 'number' ? numericValue(value) : undefined;
  return bound === undefined ? [] : [bound - 1, bound + 1].filter(other => other !== bound);
}

/** Whether one holds exactly where the other does not, of variables that are there and of the right type. */
function areOpposite(left: Domain | undefined, right: Domain | undefined): boolean {
  if (left === undefined || right === undefined) return false;
  return isOpposite(left, right) || isOpposite(right, left);
}

function isOpposite(left: Domain, right: Domain): boolean {
  if (left.kind === 'given') return right.kind === 'missing';
  if (left.kind === 'one_of') return right.kind === 'none_of' && isJsonEqual(left.values, right.values);
  if (left.kind !== 'range' || right.kind !== 'range') return false;
  const isAbove = left.above !== undefined && left.above === right.upTo;
  return isAbove || (left.from !== undefined && left.from === right.below);
}

/** The rules under a mutant, in the order in which they add. */
export function mutated(rules: readonly PlacedRule[], { at, change }: Mutant): PlacedRule[] {
  if (change.kind === 'replace')
    return rules.flatMap(one => (one !== at ? one : change.by ? { ...at, rule: change.by } : []));
  const place = rules.indexOf(at);
  if (rules[place + 1] !== change.next) return [...rules];
  return rules.toSpliced(place, 2, change.next, at);
}
