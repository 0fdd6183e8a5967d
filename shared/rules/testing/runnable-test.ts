import type { ContextTest, Expectation } from '../../model/context-test.ts';
import type { ContextRequest } from '../../model/request.ts';
import type { RegexCache } from '../evaluation/regex-cache.ts';
import { type ContractOf, contractsMet, type KnownContracts } from './judge-contract.ts';
import { judgeExpectation, type Observed } from './judge-expectation.ts';
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
  readonly contractOf?: ContractOf | undefined;
}

/** What rules alone say of tests; stops after each. */
export function* testCases(
  tests: readonly RunnableTest[],
  ground: RuleGround,
  regexes: RegexCache,
  contracts?: KnownContracts,
): Generator<void, TestCase[]> {
  const cases: TestCase[] = [];
  for (const { test, request } of tests) {
    const one = ruleCase(request, ground, regexes);
    const contractOf = contracts && contractsMet(one, contracts, regexes);
    const seen = seenBy({ request, contractOf }, [...one.fired]);
    const holding = test.expect.filter(expected => judgeExpectation(expected, seen).state !== 'failed');
    cases.push({ ...one, id: test.id, holding, contractOf });
    yield;
  }
  return cases;
}

/** Whether something that held is broken once these rules fire; what is in a context is judged as if nothing were cut. */
export function isNoticed(one: TestCase, fired: readonly PlacedRule[]): boolean {
  const seen = seenBy(one, fired);
  return one.holding.some(expected => {
    const { state } = judgeExpectation(expected, seen);
    return state === 'failed' || (state === 'open' && expected.kind === 'excluded');
  });
}

/** What rules alone show of a request. */
const seenBy = (
  { request, contractOf }: Pick<TestCase, 'request' | 'contractOf'>,
  fired: readonly PlacedRule[],
): Observed => ({
  rules: outcomeOf(fired, request),
  contractOf: contractOf && (id => contractOf(id, fired)),
});
