import type { Input, Output } from '../../../shared/contract/contract.ts';
import { listedByDefault, type OutcomeDifference } from '../../../shared/contract/tests.ts';
import { isJsonEqual } from '../../../shared/model/json.ts';
import {
  type JudgedMutant,
  mutationScore,
  outcomesOf,
  scoreTests,
} from '../../../shared/rules/mutation/score-tests.ts';
import { type PlacedRule, ruleGround } from '../../../shared/rules/testing/rule-case.ts';
import { testCases } from '../../../shared/rules/testing/runnable-test.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { createTurns } from '../../storage/turns.ts';
import type { Needs } from '../project/call.ts';
import { ruleRefOf } from './judged-goals.ts';
import { preparedTests, rulesOfContracts, runnableAmong, testedDefinitions } from './tested-definitions.ts';

type Mutants = Output<'tests.mutate'>;

/** How many small faults in the rules the tests notice. */
export async function mutateGiven(
  input: Input<'tests.mutate'>,
  needs: Needs<'caller' | 'regexes' | 'project' | 'projectIfOpen'>,
): Promise<Mutants> {
  const defined = await testedDefinitions(input, needs, false);
  const ground = ruleGround(defined.engines);
  const turns = createTurns();
  const runnable = runnableAmong(preparedTests(defined));
  const cases = await inStretches(
    testCases(runnable, ground, needs.regexes, rulesOfContracts(defined)),
    turns,
  );
  const judged = await inStretches(scoreTests(cases, ground.rules, needs.regexes), turns);
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
