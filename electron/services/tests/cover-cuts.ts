import type { GoalResult } from '../../../shared/contract/tests.ts';
import type { AssembledContext } from '../../../shared/model/assembled-context.ts';
import type { ContextTest, Expectation } from '../../../shared/model/context-test.ts';
import { createMint } from '../../../shared/model/id-name.ts';
import type { ContextRequest } from '../../../shared/model/request.ts';
import { findRequest } from '../../../shared/rules/contracts/find-request.ts';
import type { JudgedGoal } from '../../../shared/rules/coverage/measure-coverage.ts';
import { judgeExpectation } from '../../../shared/rules/testing/judge-expectation.ts';
import { outcomeOf, ruleCase, ruleGround } from '../../../shared/rules/testing/rule-case.ts';
import type { RunnableTest } from '../../../shared/rules/testing/runnable-test.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { textHead } from '../../../shared/text-head.ts';
import { cancellablePause } from '../project/call.ts';
import type { RunNeeds } from './find-mends.ts';
import { assembleTested, type TestedDefinitions } from './tested-definitions.ts';

/** So many memories are tried under a budget in one answer: each takes two assemblies. */
const mostTried = 200;

/** For each memory that rules add: whether a test shows it cut by its budget, or which request with a limit would. */
export async function coverCuts(
  runnable: readonly RunnableTest[],
  judged: readonly JudgedGoal[],
  defined: TestedDefinitions,
  needs: RunNeeds,
): Promise<GoalResult[]> {
  const shownBy = new Map<string, string>();
  for (const { test, request } of runnable) {
    if (request.constraints?.max_tokens === undefined) continue;
    for (const memory of await cutBy(request, defined, needs))
      if (!shownBy.has(memory)) shownBy.set(memory, test.id);
  }
  const adding = judged.filter(({ goal }) => goal.kind === 'memory' && goal.way === 'yes');
  const goals: GoalResult[] = [];
  for (const [at, { goal }] of adding.entries()) {
    const memory = goal.memory ?? '';
    const by = shownBy.get(memory);
    const words = `${memory}: cut by the budget`;
    const state =
      by === undefined ? await uncovered(at, goal, defined, needs) : { state: 'covered' as const, by };
    goals.push({ kind: 'cut', way: 'yes', words, memory, ...state });
  }
  return goals;
}

async function uncovered(
  at: number,
  goal: JudgedGoal['goal'],
  defined: TestedDefinitions,
  needs: RunNeeds,
): Promise<Pick<GoalResult, 'state' | 'reason' | 'witness'>> {
  if (at >= mostTried)
    return { state: 'open', reason: `the first ${mostTried} memories are tried under a budget` };
  const memory = goal.memory ?? '';
  for (const asked of goal.asked()) {
    const found = await inStretches(findRequest(asked, needs.regexes), cancellablePause(needs));
    if (found.kind !== 'found') continue;
    const { meta } = await assembleTested(found.request, defined, needs);
    for (const max_tokens of new Set([meta.token_estimate - 1, 1].filter(limit => limit >= 1))) {
      const witness: ContextRequest = { ...found.request, constraints: { max_tokens } };
      if ((await cutBy(witness, defined, needs)).has(memory)) return { state: 'missing', witness };
    }
    return {
      state: 'open',
      reason: 'it is required, or brings nothing for the request that was tried',
    };
  }
  return { state: 'unreachable', reason: 'no request makes a rule add it' };
}

/** Memories of which the budget took something. A request that cannot be assembled shows nothing. */
async function cutBy(
  request: ContextRequest,
  defined: TestedDefinitions,
  needs: RunNeeds,
): Promise<ReadonlySet<string>> {
  const assembled: AssembledContext | undefined = await assembleTested(request, defined, needs).catch(
    () => undefined,
  );
  const cut = assembled?.trace.dropped.filter(({ reason }) => reason === 'budget') ?? [];
  return new Set(cut.map(({ memory_id }) => memory_id));
}

/** Tests of the cuts that none shows: rules add the memory, and the limit of the request takes it, or so much of it. */
export async function testsOfCuts(
  cuts: readonly GoalResult[],
  defined: TestedDefinitions,
  needs: RunNeeds,
  taken: Iterable<string>,
): Promise<ContextTest[]> {
  const mint = createMint(taken);
  const ground = ruleGround(defined.engines);
  const tests: ContextTest[] = [];
  for (const { words, memory, witness } of cuts) {
    if (memory === undefined || witness === undefined) continue;
    const assembled = await assembleTested(witness, defined, needs);
    const one = ruleCase(witness, ground, needs.regexes);
    const seen = { rules: outcomeOf(one.fired, witness), assembled };
    const expect = cutExpectations(memory, witness, assembled).filter(
      expected => judgeExpectation(expected, seen).state === 'passed',
    );
    tests.push({ id: mint(words, 'case'), name: textHead(words, 300), request: witness, expect });
  }
  return tests;
}

/** The limit as a whole is among them too; what is required may be over it, and is not expected then. */
function cutExpectations(
  memory: string,
  { constraints }: ContextRequest,
  { context }: AssembledContext,
): Expectation[] {
  const kept = Object.values(context)
    .flat()
    .filter(one => one.memory_id === memory);
  const tokens = kept.reduce((sum, one) => sum + one.tokens, 0);
  const limit = constraints?.max_tokens;
  return [
    { kind: 'included', memory, after: 'rules' },
    kept.length === 0 ? { kind: 'excluded', memory } : { kind: 'tokens', at_most: tokens, of: { memory } },
    ...(limit === undefined ? [] : [{ kind: 'tokens', at_most: limit } as const]),
  ];
}
