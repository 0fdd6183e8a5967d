import type { Input, Output } from '../../../shared/contract/contract.ts';
import {
  type GoalResult,
  listedByDefault,
  type OutcomeDifference,
  type testsContract,
} from '../../../shared/contract/tests.ts';
import { contextTestSchema, goalKinds } from '../../../shared/model/context-test.ts';
import type { FindingRule } from '../../../shared/model/finding.ts';
import { isJsonEqual } from '../../../shared/model/json.ts';
import { generateTests } from '../../../shared/rules/coverage/generate-tests.ts';
import { type JudgedGoal, measureCoverage } from '../../../shared/rules/coverage/measure-coverage.ts';
import {
  type JudgedMutant,
  mutationScore,
  outcomesOf,
  scoreTests,
} from '../../../shared/rules/mutation/score-tests.ts';
import { type PlacedRule, ruleGround } from '../../../shared/rules/testing/rule-case.ts';
import { testCases } from '../../../shared/rules/testing/runnable-test.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { cancellablePause, type Handlers, type Needs } from '../project/call.ts';
import { toListing } from '../project/definition-list.ts';
import { refuseMisshaped } from '../project/refuse-problems.ts';
import { coverCuts, testsOfCuts } from './cover-cuts.ts';
import type { RunNeeds } from './find-mends.ts';
import { runTests } from './run-tests.ts';
import { preparedTests, rulesOfContracts, runnableAmong, testedDefinitions } from './tested-definitions.ts';

export const testHandlers: Handlers<keyof typeof testsContract> = {
  async 'tests.list'(_, call) {
    const { tests: store } = await call.project();
    const { values: tests, hashes, problems } = toListing(await store.list());
    return { tests, hashes, problems };
  },

  async 'tests.get'({ id }, call) {
    const { tests: store } = await call.project();
    const { value: test, hash } = await store.get(id);
    return { test, hash };
  },

  async 'tests.save'({ test, expected_hash }, call) {
    await refuseMisshaped('the test', contextTestSchema, test);
    const { tests: store } = await call.project();
    const { value, hash, change } = await store.save(test, expected_hash);
    if (change !== 'unchanged') call.publish({ event: 'project:changed', what: 'tests' });
    return { test: value, hash };
  },

  async 'tests.delete'({ id, expected_hash }, call) {
    const { tests: store } = await call.project();
    await store.remove(id, expected_hash);
    call.publish({ event: 'project:changed', what: 'tests' });
    return { deleted: id };
  },

  'tests.run': runTests,
  'tests.coverage': coverTests,
  'tests.generate': generateGiven,
  'tests.mutate': mutateGiven,
};

/** Tests for what is missing; nothing is written. */
async function generateGiven(
  input: Input<'tests.generate'>,
  needs: RunNeeds,
): Promise<Output<'tests.generate'>> {
  const defined = await testedDefinitions(input, needs, false);
  const runnable = runnableAmong(preparedTests(defined));
  const most = input.limit ?? listedByDefault.tests;
  const { tests, goals, isCut } = await inStretches(
    generateTests(runnable, defined.engines, needs.regexes, {
      most,
      forMutants: input.mutants !== false,
      takenIds: defined.tests.map(({ id }) => id),
      contracts: rulesOfContracts(defined),
    }),
    cancellablePause(needs),
  );
  // Nothing can be cut where no memory is known: then it is of rules alone.
  const cuts = defined.memories.length === 0 ? [] : await coverCuts(runnable, goals, defined, needs);
  const missing = cuts.filter(({ state }) => state === 'missing');
  const room = most - tests.length;
  const taken = [...defined.tests, ...tests].map(({ id }) => id);
  const ofCuts = await testsOfCuts(missing.slice(0, room), defined, needs, taken);
  const all = [...goals.map(goalResult), ...cuts];
  const inState = (state: 'unreachable' | 'open') =>
    all.filter(one => one.state === state).slice(0, listedByDefault.goals);
  return {
    tests: [...tests, ...ofCuts],
    is_cut: isCut || missing.length > room,
    unreachable: inState('unreachable'),
    open: inState('open'),
  };
}

/** What the tests show, and what they could. */
async function coverTests(
  input: Input<'tests.coverage'>,
  needs: RunNeeds,
): Promise<Output<'tests.coverage'>> {
  const defined = await testedDefinitions(input, needs, true);
  const ground = ruleGround(defined.engines);
  const runnable = runnableAmong(preparedTests(defined));
  const pause = cancellablePause(needs);
  const cases = await inStretches(testCases(runnable, ground, needs.regexes), pause);
  const judged = await inStretches(measureCoverage(cases, ground.rules, needs.regexes), pause);
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

type Mutants = Output<'tests.mutate'>;

/** How many small faults in the rules the tests notice. */
async function mutateGiven(
  input: Input<'tests.mutate'>,
  needs: Needs<'caller' | 'cancel' | 'regexes' | 'project' | 'projectIfOpen'>,
): Promise<Mutants> {
  const defined = await testedDefinitions(input, needs, false);
  const ground = ruleGround(defined.engines);
  const pause = cancellablePause(needs);
  const runnable = runnableAmong(preparedTests(defined));
  const cases = await inStretches(
    testCases(runnable, ground, needs.regexes, rulesOfContracts(defined)),
    pause,
  );
  const judged = await inStretches(scoreTests(cases, ground.rules, needs.regexes), pause);
  const ofKind = (kind: JudgedMutant['fate']['kind']) =>
    judged
      .filter(({ fate }) => fate.kind === kind)
      .slice(0, input.limit ?? listedByDefault.mutants)
      .map(one => mutantResult(one, ground.rules, needs));
  return {
    ...mutationScore(judged.map(({ fate }) => fate)),
    survivors: ofKind('survived'),
    equivalents: ofKind('equivalent'),
    undecided: ofKind('open'),
  };
}

function mutantResult(
  { mutant, fate }: JudgedMutant,
  rules: readonly PlacedRule[],
  { regexes }: Needs<'regexes'>,
): Mutants['survivors'][number] {
  const { kind, words, at } = mutant;
  return {
    kind,
    rule: ruleRefOf(at),
    words,
    ...(fate.kind === 'survived' && {
      witness: fate.request,
      changes: difference(outcomesOf(mutant, fate.request, rules, regexes)),
    }),
    ...(fate.kind === 'open' && { reason: fate.reason }),
  };
}

function difference({ before, after }: ReturnType<typeof outcomesOf>): OutcomeDifference {
  const without = (list: readonly string[], others: readonly string[]) =>
    list.filter(one => !others.includes(one));
  const adds = without(after.added, before.added);
  const noLongerAdds = without(before.added, after.added);
  const isOrder = adds.length === 0 && noLongerAdds.length === 0 && !isJsonEqual(before.added, after.added);
  return {
    fires: without(after.fired, before.fired),
    no_longer_fires: without(before.fired, after.fired),
    adds,
    no_longer_adds: noLongerAdds,
    ...(isOrder && { order: [...after.added] }),
  };
}

const ruleRefOf = ({ engineId, rule }: PlacedRule): FindingRule => ({
  engine_id: engineId,
  rule_id: rule.id,
});

/** A goal as it is answered. */
function goalResult({ goal, state }: JudgedGoal): GoalResult {
  return {
    kind: goal.kind,
    way: goal.way,
    words: goal.words,
    state: state.kind,
    ...(goal.at && { rule: ruleRefOf(goal.at) }),
    ...(goal.condition !== undefined && { condition: goal.condition }),
    ...(goal.memory !== undefined && { memory: goal.memory }),
    ...(state.kind === 'covered' && { by: state.by }),
    ...(state.kind === 'missing' && { witness: state.request }),
    ...(state.kind === 'open' && { reason: state.reason }),
  };
}
