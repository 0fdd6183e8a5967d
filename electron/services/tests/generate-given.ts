import type { Input, Output } from '../../../shared/contract/contract.ts';
import { listedByDefault } from '../../../shared/contract/tests.ts';
import { generateTests } from '../../../shared/rules/coverage/generate-tests.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { createTurns } from '../../storage/turns.ts';
import type { Needs } from '../project/call.ts';
import { goalResult } from './judged-goals.ts';
import { preparedTests, rulesOfContracts, runnableAmong, testedDefinitions } from './tested-definitions.ts';

/** Tests for what is missing; nothing is written. */
export async function generateGiven(
  input: Input<'tests.generate'>,
  needs: Needs<'regexes' | 'project' | 'projectIfOpen'>,
): Promise<Output<'tests.generate'>> {
  const defined = await testedDefinitions(input, needs, false);
  const runnable = runnableAmong(preparedTests(defined));
  const { tests, goals, isCut } = await inStretches(
    generateTests(runnable, defined.engines, needs.regexes, {
      most: input.limit ?? listedByDefault.tests,
      forMutants: input.mutants !== false,
      takenIds: new Set(defined.tests.map(({ id }) => id)),
      contracts: rulesOfContracts(defined),
    }),
    createTurns(),
  );
  const inState = (kind: 'unreachable' | 'open') =>
    goals
      .filter(({ state }) => state.kind === kind)
      .slice(0, listedByDefault.goals)
      .map(goalResult);
  return { tests: [...tests], is_cut: isCut, unreachable: inState('unreachable'), open: inState('open') };
}
