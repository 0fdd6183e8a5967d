import type { Input, Output } from '../../../shared/contract/contract.ts';
import { listedByDefault } from '../../../shared/contract/tests.ts';
import { generateTests } from '../../../shared/rules/coverage/generate-tests.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { createTurns } from '../../storage/turns.ts';
import { coverCuts, testsOfCuts } from './cover-cuts.ts';
import type { RunNeeds } from './find-mends.ts';
import { goalResult } from './judged-goals.ts';
import { preparedTests, rulesOfContracts, runnableAmong, testedDefinitions } from './tested-definitions.ts';

/** Tests for what is missing; nothing is written. */
export async function generateGiven(
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
    createTurns(),
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
