import type { Input, Output } from '../../../shared/contract/contract.ts';
import { type GoalResult, listedByDefault } from '../../../shared/contract/tests.ts';
import { goalKinds } from '../../../shared/model/context-test.ts';
import { measureCoverage } from '../../../shared/rules/coverage/measure-coverage.ts';
import { ruleGround } from '../../../shared/rules/testing/rule-case.ts';
import { testCases } from '../../../shared/rules/testing/runnable-test.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { createTurns } from '../../storage/turns.ts';
import { coverCuts } from './cover-cuts.ts';
import type { RunNeeds } from './find-mends.ts';
import { goalResult } from './judged-goals.ts';
import { preparedTests, runnableAmong, testedDefinitions } from './tested-definitions.ts';

/** What the tests show, and what they could. */
export async function coverTests(
  input: Input<'tests.coverage'>,
  needs: RunNeeds,
): Promise<Output<'tests.coverage'>> {
  const defined = await testedDefinitions(input, needs, true);
  const ground = ruleGround(defined.engines);
  const runnable = runnableAmong(preparedTests(defined));
  const turns = createTurns();
  const cases = await inStretches(testCases(runnable, ground, needs.regexes), turns);
  const judged = await inStretches(measureCoverage(cases, ground.rules, needs.regexes), turns);
  const goals = [...judged.map(goalResult), ...(await coverCuts(runnable, judged, defined, needs))];
  const order: readonly GoalResult['state'][] = ['missing', 'open', 'unreachable', 'covered'];
  const listed = goals.toSorted((left, right) => order.indexOf(left.state) - order.indexOf(right.state));
  return {
    totals: goalKinds.map(kind => totalOf(kind, goals)),
    goals: listed.slice(0, input.limit ?? listedByDefault.goals),
  };
}

function totalOf(
  kind: GoalResult['kind'],
  goals: readonly GoalResult[],
): Output<'tests.coverage'>['totals'][number] {
  const own = goals.filter(goal => goal.kind === kind);
  const count = (state: GoalResult['state']) => own.filter(goal => goal.state === state).length;
  return {
    kind,
    covered: count('covered'),
    missing: count('missing'),
    unreachable: count('unreachable'),
    open: count('open'),
  };
}
