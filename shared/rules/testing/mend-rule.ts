import { unreachable } from '../../contract/errors.ts';
import type { Expectation, TestMend } from '../../model/context-test.ts';
import { isJsonEqual, isMissing } from '../../model/json.ts';
import type { Condition, ContextRule, ContextRuleEngine } from '../../model/rule.ts';
import { isRuleEnabled } from '../../model/rule-defaults.ts';
import type { RegexCache } from '../evaluation/regex-cache.ts';
import { conditionOutcome } from '../evaluation/test-condition.ts';
import { numericValue } from '../numeric-value.ts';
import { domainOf, type Operator, operatorNames, operators, saying } from '../operators.ts';
import { conditionsText } from '../rule-sentence.ts';
import { judgeExpectation } from './judge-expectation.ts';
import { outcomeOf, type PlacedRule, ruleCase, ruleGround, ruleNameOf } from './rule-case.ts';
import { isNoticed, type TestCase } from './runnable-test.ts';

type RuleMend = Extract<TestMend, { kind: 'rule' }>;

interface Candidate {
  readonly at: PlacedRule;
  readonly by: ContextRule;
  readonly words: string;
}

/**
 * The smallest change of one rule after which a failing expectation is met, as far as rules decide it: of those that
 * break the fewest other tests the first. Undefined where no change of one condition does.
 */
export function mendRule(
  expectation: Expectation,
  failing: TestCase,
  cases: readonly TestCase[],
  engines: readonly ContextRuleEngine[],
  regexes: RegexCache,
): RuleMend | undefined {
  const mends = [...candidates(expectation, failing, engines, regexes)].flatMap(({ at, by, words }) => {
    const changed = withRule(engines, at, by);
    const ground = ruleGround(changed);
    const firedFor = ({ request }: TestCase) => [...ruleCase(request, ground, regexes).fired];
    const seen = { rules: outcomeOf(firedFor(failing), failing.request) };
    if (judgeExpectation(expectation, seen).state === 'failed') return [];
    const also_breaks = cases.filter(one => isNoticed(one, firedFor(one))).map(({ id }) => id);
    return [{ kind: 'rule' as const, words, engine_id: at.engineId, rule: by, also_breaks }];
  });
  return mends.toSorted((left, right) => left.also_breaks.length - right.also_breaks.length)[0];
}

const withRule = (
  engines: readonly ContextRuleEngine[],
  { engineId, rule }: PlacedRule,
  by: ContextRule,
): ContextRuleEngine[] =>
  engines.map(engine =>
    engine.id !== engineId
      ? engine
      : { ...engine, rules: engine.rules.map(one => (one.id === rule.id ? by : one)) },
  );

function* candidates(
  expectation: Expectation,
  failing: TestCase,
  engines: readonly ContextRuleEngine[],
  regexes: RegexCache,
): Generator<Candidate> {
  const all = engines
    .filter(({ enabled }) => enabled)
    .flatMap(({ id, rules }) => rules.map(rule => ({ engineId: id, rule })));
  switch (expectation.kind) {
    case 'fires':
    case 'silent':
      for (const at of all.filter(one => ruleNameOf(one) === expectation.rule))
        yield* expectation.kind === 'fires' ? waking(at, failing, regexes) : silencing(at, failing);
      return;
    case 'included':
    case 'excluded': {
      const adding = all.filter(({ rule }) => rule.then.add_memories.includes(expectation.memory));
      for (const at of adding)
        yield* expectation.kind === 'included' ? waking(at, failing, regexes) : silencing(at, failing);
      return;
    }
    case 'section':
    case 'order':
    case 'tokens':
    case 'missing':
    case 'contract':
      // Does not hang on one rule.
      return;
    default:
      unreachable(expectation);
  }
}

function* waking(at: PlacedRule, { variables }: TestCase, regexes: RegexCache): Generator<Candidate> {
  const { rule } = at;
  const unmatched = rule.when.filter(one => conditionOutcome(one, variables, regexes) !== 'matched');
  const [condition, ...more] = unmatched;
  if (condition === undefined) {
    const { enabled: _, ...by } = rule;
    if (!isRuleEnabled(rule)) yield { at, by, words: `switch "${nameOf(rule)}" on` };
    return;
  }
  if (more.length > 0 || !isRuleEnabled(rule)) return;
  const actual = variables.get(condition.field);
  for (const looser of isMissing(actual) ? [] : loosened(condition, actual))
    if (conditionOutcome(looser, variables, regexes) === 'matched') yield changing(at, condition, looser);
  if (rule.when.length > 1) {
    const when = rule.when.filter(one => one !== condition);
    const words = `in "${nameOf(rule)}" leave out "${conditionsText([condition])}"`;
    yield { at, by: { ...rule, when }, words };
  }
}

function* silencing(at: PlacedRule, { variables }: TestCase): Generator<Candidate> {
  for (const condition of at.rule.when)
    for (const tighter of tightened(condition, variables.get(condition.field)))
      yield changing(at, condition, tighter);
}

function changing(at: PlacedRule, from: Condition, to: Condition): Candidate {
  const when = at.rule.when.map(one => (one === from ? to : one));
  const words = `in "${nameOf(at.rule)}" ask "${conditionsText([to])}" instead of "${conditionsText([from])}"`;
  return { at, by: { ...at.rule, when }, words };
}

const nameOf = (rule: ContextRule): string => rule.name || rule.id;

/** The condition so that this value is let in as well, the smallest change first. */
function loosened(condition: Condition, actual: unknown): Condition[] {
  const domain = domainOf(condition);
  if (domain?.kind === 'one_of')
    return [{ ...condition, operator: saying.oneOf, value: [...domain.values, actual] }];
  if (domain?.kind === 'none_of') return withoutValue(condition, actual);
  return domain?.kind === 'range' ? ranges(condition, actual) : [];
}

/** The condition so that this value is kept out. */
function tightened(condition: Condition, actual: unknown): Condition[] {
  const domain = domainOf(condition);
  if (domain?.kind === 'one_of') return withoutValue(condition, actual);
  return domain?.kind === 'range' ? ranges(condition, actual) : [];
}

function withoutValue(condition: Condition, actual: unknown): Condition[] {
  const { operator, value } = condition;
  if (operators[operator].takes !== 'list' || !Array.isArray(value)) return [];
  const left = value.filter(one => !isJsonEqual(one, actual));
  return left.length === 0 ? [] : [{ ...condition, value: left }];
}

/** Comparisons in the same direction, with the bound as it is or at the value; which of them do is tried. */
function ranges(condition: Condition, actual: unknown): Condition[] {
  const number = numericValue(actual);
  if (number === undefined) return [];
  return [condition.value, number].flatMap(value =>
    sameDirection(condition.operator).map(operator => ({ ...condition, operator, value })),
  );
}

const probe = 0;

/** Operators that take a number and look the same way: `gt` and `gte`. */
function sameDirection(operator: Operator): Operator[] {
  const wayOf = (name: Operator) => {
    const domain = domainOf({ operator: name, value: probe });
    if (domain?.kind !== 'range') return undefined;
    return (domain.above ?? domain.from) === undefined ? 'down' : 'up';
  };
  return operatorNames.filter(
    name => operators[name].takes === operators[operator].takes && wayOf(name) === wayOf(operator),
  );
}
