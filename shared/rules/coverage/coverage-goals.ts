import type { GoalKind } from '../../model/context-test.ts';
import { isJsonEqual, isMissing } from '../../model/json.ts';
import type { Condition, ContextRule } from '../../model/rule.ts';
import type { Asked } from '../contracts/find-request.ts';
import { showValue } from '../describe-value.ts';
import type { RegexCache } from '../evaluation/regex-cache.ts';
import { allHold } from '../evaluation/test-condition.ts';
import { fieldLabel } from '../field-name.ts';
import { operators, saying } from '../operators.ts';
import { conditionsText } from '../rule-sentence.ts';
import type { PlacedRule, RuleCase } from '../testing/rule-case.ts';

/** Something that a case shows or does not. */
export interface CoverageGoal {
  readonly kind: Exclude<GoalKind, 'cut'>;
  /** That it comes to this, or that it does not: rules that fire, conditions that hold, memories that are added. */
  readonly way: 'yes' | 'no';
  /** What a case that shows it is called: `phase just after planning`. */
  readonly words: string;
  /** The rule that it is about; a memory's goals are about none. */
  readonly at?: PlacedRule;
  /** Index of the condition. */
  readonly condition?: number;
  readonly memory?: string;
  /** Requests that show it satisfy one of these; where none can be satisfied, nothing shows it. */
  readonly asked: () => Iterable<Asked>;
  readonly isShownBy: (one: RuleCase) => boolean;
}

/** Everything that cases can show of rules, in their order, then of memories. */
export function* coverageGoals(rules: readonly PlacedRule[], regexes: RegexCache): Generator<CoverageGoal> {
  for (const at of rules) yield* goalsOfRule(at, regexes);
  const adding = new Map<string, ContextRule[]>();
  for (const { rule } of rules)
    for (const id of new Set(rule.then.add_memories)) adding.set(id, [...(adding.get(id) ?? []), rule]);
  for (const [memory, own] of adding) yield* goalsOfMemory(memory, own);
}

function* goalsOfRule(at: PlacedRule, regexes: RegexCache): Generator<CoverageGoal> {
  const { rule } = at;
  const name = rule.name || rule.id;
  yield {
    kind: 'rule',
    way: 'yes',
    words: `${name}: fires`,
    at,
    asked: () => [{ holding: rule.when, silent: [] }],
    isShownBy: ({ fired }) => fired.has(at),
  };
  yield {
    kind: 'rule',
    way: 'no',
    words: `${name}: does not fire`,
    at,
    asked: () => [{ holding: [], silent: [rule] }],
    isShownBy: ({ fired, places }) => !fired.has(at) && places.has(at),
  };
  for (const [index, condition] of rule.when.entries()) {
    const others = rule.when.toSpliced(index, 1);
    const place = { name, at, condition: index };
    yield* goalsOfCondition(place, condition, others, regexes);
  }
}

interface ConditionPlace {
  readonly name: string;
  readonly at: PlacedRule;
  readonly condition: number;
}

/** That it holds; that it alone keeps the rule from firing; and each value near where it turns, while the others hold. */
function* goalsOfCondition(
  { name, ...place }: ConditionPlace,
  condition: Condition,
  others: readonly Condition[],
  regexes: RegexCache,
): Generator<CoverageGoal> {
  const text = conditionsText([condition]);
  const holds = (conditions: readonly Condition[], { variables }: RuleCase) =>
    allHold(conditions, variables, regexes);
  const doOthersHold = (one: RuleCase) => one.places.has(place.at) && holds(others, one);
  yield {
    ...place,
    kind: 'condition',
    way: 'yes',
    words: `${name}: ${text}`,
    asked: () => [{ holding: [condition], silent: [] }],
    isShownBy: one => one.places.has(place.at) && holds([condition], one),
  };
  yield {
    ...place,
    kind: 'condition',
    way: 'no',
    words: `${name}: all but ${text}`,
    asked: () => [{ holding: others, silent: [place.at.rule] }],
    isShownBy: one => !holds([condition], one) && doOthersHold(one),
  };
  for (const { value, words } of boundariesOf(condition))
    yield {
      ...place,
      kind: 'boundary',
      way: 'yes',
      words: `${name}: ${words}`,
      asked: () => [{ holding: [...others, valueDemand(condition.field, value)], silent: [] }],
      isShownBy: one => isGiven(one, condition.field, value) && doOthersHold(one),
    };
}

const valueDemand = (field: string, value: unknown): Condition =>
  value === undefined ? { field, operator: saying.missing } : { field, operator: saying.equal, value };

function isGiven({ variables }: RuleCase, field: string, value: unknown): boolean {
  const given = variables.get(field);
  return value === undefined ? given === undefined || given === null : isJsonEqual(given, value);
}

function* goalsOfMemory(memory: string, adding: readonly ContextRule[]): Generator<CoverageGoal> {
  const isAdded = ({ fired }: RuleCase) =>
    [...fired].some(({ rule }) => rule.then.add_memories.includes(memory));
  yield {
    kind: 'memory',
    way: 'yes',
    words: `${memory} is added`,
    memory,
    asked: () => adding.map(rule => ({ holding: rule.when, silent: [] })),
    isShownBy: isAdded,
  };
  yield {
    kind: 'memory',
    way: 'no',
    words: `${memory} is not added`,
    memory,
    asked: () => [{ holding: [], silent: adding }],
    isShownBy: one => !isAdded(one),
  };
}

/** A value of a condition's variable on one side of where it turns; undefined is a missing one. */
interface Boundary {
  readonly value: unknown;
  /** As in `phase just after planning`. */
  readonly words: string;
}

/** So many values are looked at for one condition: those of long lists are alike. */
const mostBoundaries = 24;

/** The values that tell a condition from its neighbours, and a missing variable. */
function boundariesOf(condition: Condition): Boundary[] {
  const { operator, value: constant = null } = condition;
  const behind =
    typeof constant === 'string' && operators[operator].takes !== 'pattern' ? [`${constant}x`] : [];
  const near = [...operators[operator].boundaries(constant), ...behind].filter(value => !isMissing(value));
  const distinct = near.filter((value, at) => near.findIndex(other => isJsonEqual(other, value)) === at);
  const values = [undefined, ...distinct.slice(0, mostBoundaries)];
  return values.map(value => ({
    value,
    words: `${fieldLabel(condition.field)} ${wordsOf(value, constant)}`,
  }));
}

function wordsOf(value: unknown, constant: unknown): string {
  if (value === undefined) return 'missing';
  if (isJsonEqual(value, constant)) return `exactly ${bare(value)}`;
  if (value === '') return 'empty';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list: ${showValue(value)}`;
  if (typeof constant === 'number') return besideNumber(value, constant);
  if (typeof constant === 'string' && typeof value === 'string') return besideText(value, constant);
  return bare(value);
}

function besideNumber(value: unknown, constant: number): string {
  if (value === constant - 1) return `just below ${constant}`;
  if (value === constant + 1) return `just above ${constant}`;
  return typeof value === 'string' ? `as the text ${showValue(value)}` : bare(value);
}

function besideText(value: string, constant: string): string {
  if (constant !== '' && value.startsWith(constant)) return `just after ${bare(constant)}`;
  if (constant.startsWith(value)) return `just before ${bare(constant)}`;
  if (value === JSON.stringify(constant)) return `${constant} in quotes`;
  if (constant !== '' && value.endsWith(constant)) return `${bare(constant)} with more before it`;
  return bare(value);
}

const bare = (value: unknown): string => showValue(value).replace(/^"(.+)"$/s, '$1');
