import type { ContextTest, Expectation } from '../../model/context-test.ts';
import type { ContextRequest } from '../../model/request.ts';
import type { RegexCache } from '../evaluation/regex-cache.ts';
import { judgeExpectation } from './judge-expectation.ts';
import { outcomeOf, type PlacedRule, type RuleCase, type RuleGround, ruleCase } from './rule-case.ts';

/** A test with a request that can be judged. */
export interface RunnableTest {
  readonly test: ContextTest;
  readonly request: ContextRequest;
}

/** A test as its request comes out by rules alone. */
export interface TestCase extends RuleCase {
  readonly id: string;
  /** What is not broken by the rules as they are: breaking it tells that they changed. */
  readonly holding: readonly Expectation[];
}

/** What rules alone say of tests; stops after each. */
export function* testCases(
  tests: readonly RunnableTest[],
  ground: RuleGround,
  regexes: RegexCache,
): Generator<void, TestCase[]> {
  const cases: TestCase[] = [];
  for (const { test, request } of tests) {
    const one = ruleCase(request, ground, regexes);
    const seen = { rules: outcomeOf(one.fired, request) };
    const holding = test.expect.filter(expected => judgeExpectation(expected, seen).state !== 'failed');
    cases.push({ ...one, id: test.id, holding });
    yield;
  }
  return cases;
}

/** Whether something that held is broken once these rules fire; what is in a context is judged as if nothing were cut. */
export function isNoticed({ holding, request }: TestCase, fired: readonly PlacedRule[]): boolean {
  const seen = { rules: outcomeOf(fired, request) };
  return holding.some(expected => {
    const { state } = judgeExpectation(expected, seen);
    return state === 'failed' || (state === 'open' && expected.kind === 'excluded');
  });
}
