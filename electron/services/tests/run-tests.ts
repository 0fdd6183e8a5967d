import type { Input, Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Expectation, ExpectationResult, TestResult } from '../../../shared/model/context-test.ts';
import { withNearest } from '../../../shared/model/near-names.ts';
import { type FinalContext, finalContext } from '../../../shared/rules/contracts/final-context.ts';
import { type AssembledFor, judgeOfKnown } from '../../../shared/rules/testing/judge-contract.ts';
import { outcomeOf, ruleGround } from '../../../shared/rules/testing/rule-case.ts';
import { type RunnableTest, type TestCase, testCases } from '../../../shared/rules/testing/runnable-test.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { redactTexts } from '../../engine/assembly/redact-texts.ts';
import { alone } from '../contracts/check-final.ts';
import { cancellablePause, refuseCancelled } from '../project/call.ts';
import { findMends, type RunNeeds, type TestRun } from './find-mends.ts';
import {
  assembleTested,
  type PreparedTest,
  preparedTests,
  runnableAmong,
  type TestedDefinitions,
  testedDefinitions,
} from './tested-definitions.ts';

/** Mends are looked for of so many expectations of one run: each takes some assemblies. */
const mostMended = 30;

/** Runs tests one after the other. What cannot be run has failed, with the reason. */
export async function runTests(input: Input<'tests.run'>, needs: RunNeeds): Promise<Output<'tests.run'>> {
  const defined = await testedDefinitions(input, needs, true);
  const isAsked = ({ test }: PreparedTest) => input.ids === undefined || input.ids.includes(test.id);
  const prepared = preparedTests(defined);
  refuseUnknown(input.ids, defined);
  const ground = ruleGround(defined.engines);
  const judging = testCases(runnableAmong(prepared), ground, needs.regexes, defined);
  const run: TestRun = {
    defined,
    needs,
    cases: await inStretches(judging, cancellablePause(needs)),
    mended: { count: 0 },
  };
  const results: TestResult[] = [];
  for (const one of prepared.filter(isAsked)) {
    refuseCancelled(needs.cancel);
    results.push(await runTest(one, run));
  }
  const passed = results.filter(result => result.passed).length;
  return { passed, failed: results.length - passed, results };
}

function refuseUnknown(ids: readonly string[] | undefined, { tests }: TestedDefinitions): void {
  const known = new Set(tests.map(({ id }) => id));
  const unknown = ids?.find(id => !known.has(id));
  if (unknown !== undefined)
    throw new AppError('not_found', withNearest(`there is no test "${unknown}"`, unknown, [...known]), {
      id: unknown,
    });
}

async function runTest(prepared: PreparedTest, run: TestRun): Promise<TestResult> {
  const { id, name } = prepared.test;
  if ('error' in prepared) return { id, name, passed: false, error: prepared.error, expectations: [] };
  const own = run.cases.find(one => one.id === id);
  try {
    const whole = await assembleTested(prepared.request, run.defined, run.needs);
    const assembled = { whole, alone: await assembledAlone(prepared, run) };
    const expectations: ExpectationResult[] = [];
    for (const expectation of prepared.test.expect)
      expectations.push(await judged(expectation, assembled, own, run));
    if (expectations.length === 0)
      return { id, name, passed: false, error: 'it expects nothing; say what it is to show', expectations };
    return { id, name, passed: expectations.every(({ passed }) => passed), expectations };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error;
    return { id, name, passed: false, error: error.message, expectations: [] };
  }
}

/** The contexts that each engine makes alone, of those that a contract of the test compares. */
async function assembledAlone({ test, request }: RunnableTest, { defined, needs }: TestRun) {
  const named = new Set(test.expect.flatMap(one => (one.kind === 'contract' ? one.contract : [])));
  const compared = defined.contracts.flatMap(({ id, state, after }) =>
    named.has(id) && after === 'budget' && state.kind === 'equivalent' ? state.engines : [],
  );
  const contexts = new Map<string, FinalContext>();
  for (const id of new Set(compared)) {
    const engines = alone(defined.engines, id);
    contexts.set(id, finalContext(await assembleTested(request, { ...defined, engines }, needs)));
  }
  return contexts;
}

async function judged(
  expectation: Expectation,
  assembled: AssembledFor,
  own: TestCase | undefined,
  run: TestRun,
): Promise<ExpectationResult> {
  const { redaction } = run.defined;
  const fired = own ? firedInOrder(own) : [];
  const contractOf = own?.contractOf;
  const seen = {
    rules: own ? outcomeOf(fired, own.request) : { fired: [], added: [] },
    assembled: assembled.whole,
    contractOf: contractOf && ((id: string) => contractOf(id, fired, assembled)),
  };
  const { state, expected, actual } = judgeOfKnown(expectation, seen, run.defined);
  const passed = state === 'passed';
  const mayMend = !passed && own !== undefined && run.mended.count < mostMended;
  if (mayMend) run.mended.count += 1;
  const mends = mayMend ? await findMends(expectation, own, run) : [];
  const told = redactTexts({ message: expected, actual }, redaction);
  return { expectation, passed, expected: told.message, actual: told.actual, mends };
}

const firedInOrder = ({ rules, fired }: TestCase) => rules.filter(rule => fired.has(rule));
