import type { ContextTest, Expectation } from '../../model/context-test.ts';
import { createMint } from '../../model/id-name.ts';
import type { ContextRequest } from '../../model/request.ts';
import type { ContextRuleEngine } from '../../model/rule.ts';
import type { RegexCache } from '../evaluation/regex-cache.ts';
import { makeMutants } from '../mutation/make-mutants.ts';
import { fateOf } from '../mutation/score-tests.ts';
import type { KnownContracts } from '../testing/judge-contract.ts';
import {
  outcomeOf,
  type PlacedRule,
  type RuleGround,
  ruleCase,
  ruleGround,
  ruleNameOf,
} from '../testing/rule-case.ts';
import { type RunnableTest, type TestCase, testCases } from '../testing/runnable-test.ts';
import { type JudgedGoal, measureCoverage } from './measure-coverage.ts';

interface GenerateOptions {
  /** So many tests at most. */
  readonly most: number;
  /** Also tests that notice what others do not. */
  readonly forMutants: boolean;
  /** Ids that are taken. */
  readonly takenIds: Iterable<string>;
  /** What expectations of the given tests speak of. */
  readonly contracts?: KnownContracts | undefined;
}

interface GeneratedTests {
  readonly tests: readonly ContextTest[];
  readonly goals: readonly JudgedGoal[];
  /** True where `most` ended it: what is missing was not all made. */
  readonly isCut: boolean;
}

/**
 * Tests that show what none of the given ones does, each from a request that was found for it and named by what it
 * shows. They expect what the rules come to now: whoever keeps them says that this is meant.
 */
export function* generateTests(
  given: readonly RunnableTest[],
  engines: readonly ContextRuleEngine[],
  regexes: RegexCache,
  options: GenerateOptions,
): Generator<void, GeneratedTests> {
  const ground = ruleGround(engines);
  const { rules } = ground;
  const cases = yield* testCases(given, ground, regexes, options.contracts);
  const maker = new TestMaker(ground, regexes, options);
  const goals = yield* measureCoverage(cases, rules, regexes, (goal, request) =>
    maker.make(goal.words, request, goal.at),
  );
  if (options.forMutants) {
    const all = [...cases, ...maker.cases];
    for (const mutant of makeMutants(rules)) {
      const fate = yield* fateOf(mutant, all, rules, regexes);
      if (fate.kind !== 'survived') continue;
      const name = mutant.at.rule.name || mutant.at.rule.id;
      const made = maker.make(`${name}: not when it ${mutant.words}`, fate.request, mutant.at);
      if (made) all.push(made);
    }
  }
  return { tests: maker.tests, goals, isCut: maker.isCut };
}

class TestMaker {
  readonly tests: ContextTest[] = [];
  readonly cases: TestCase[] = [];
  isCut = false;
  readonly #ground: RuleGround;
  readonly #regexes: RegexCache;
  readonly #options: GenerateOptions;
  readonly #mint: ReturnType<typeof createMint>;

  constructor(ground: RuleGround, regexes: RegexCache, options: GenerateOptions) {
    this.#ground = ground;
    this.#regexes = regexes;
    this.#options = options;
    this.#mint = createMint(options.takenIds);
  }

  /** Undefined once there are enough. */
  make(name: string, request: ContextRequest, about: PlacedRule | undefined): TestCase | undefined {
    if (this.tests.length >= this.#options.most) {
      this.isCut = true;
      return undefined;
    }
    const one = ruleCase(request, this.#ground, this.#regexes);
    const expect = expectationsOf(outcomeOf(one.fired, request), about && ruleNameOf(about));
    const test: ContextTest = { id: this.#mint(name, 'case'), name: name.slice(0, 300), request, expect };
    this.tests.push(test);
    const made = { ...one, id: test.id, holding: expect };
    this.cases.push(made);
    return made;
  }
}

/** So many of the rules that fire are named by one test: with many rules most fire for every request. */
const mostFiring = 20;

/** What rules come to, as a test says it: what fires, what the rule in question does, and what is added in which order. */
export function expectationsOf(
  { fired, added }: ReturnType<typeof outcomeOf>,
  about: string | undefined,
): Expectation[] {
  const isSilent = about !== undefined && !fired.includes(about);
  const named = fired.toSorted((left, right) => Number(right === about) - Number(left === about));
  const [first, ...others] = added;
  const memories: Expectation[] =
    first === undefined
      ? []
      : others.length === 0
        ? [{ kind: 'included', memory: first, after: 'rules' }]
        : [{ kind: 'order', memories: added.slice(0, 1000), after: 'rules' }];
  return [
    ...(isSilent ? [{ kind: 'silent', rule: about } as const] : []),
    ...memories,
    ...named.slice(0, mostFiring).map(rule => ({ kind: 'fires', rule }) as const),
  ];
}
