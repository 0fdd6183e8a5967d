import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { smallEngine, smallRequests } from '../../../test/support/small-engines.ts';
import { asRequest } from '../../model/as-request.ts';
import type { ContextRuleEngine } from '../../model/rule.ts';
import { atOnce } from '../../stretches.ts';
import { createRegexCache } from '../evaluation/regex-cache.ts';
import { mutated } from '../mutation/make-mutants.ts';
import { mutationScore, scoreTests } from '../mutation/score-tests.ts';
import { outcomeOf, type RuleGround, ruleCase, ruleGround } from '../testing/rule-case.ts';
import { testCases } from '../testing/runnable-test.ts';
import { coverageGoals } from './coverage-goals.ts';
import { generateTests } from './generate-tests.ts';

const regexes = createRegexCache();
const options = { most: 1000, forMutants: true, takenIds: [] };

function generated(engines: readonly ContextRuleEngine[]) {
  const { tests, goals } = atOnce(generateTests([], engines, regexes, options));
  const runnable = tests.map(test => ({ test, request: asRequest(test.request) }));
  return { goals, runnable };
}

const scored = (ground: RuleGround, tests: ReturnType<typeof generated>['runnable']) =>
  atOnce(scoreTests(atOnce(testCases(tests, ground, regexes)), ground.rules, regexes));

/** What every request of a small world comes to; rules that fire count whatever their order. */
function outcomes(rules: RuleGround['rules'], requests: ReturnType<typeof smallRequests>) {
  return requests.map(request => {
    const { fired, added } = outcomeOf(ruleCase(request, ruleGround([], rules), regexes).fired, request);
    return { fired: fired.toSorted(), added };
  });
}

describe('generated tests', () => {
  it('show everything that some request shows, and notice every mutant that changes something; the rest is proved', () => {
    const seen = { unreachable: 0, equivalent: 0, killed: 0 };
    const property = fc.property(smallEngine('e'), smallEngine('f'), (e, f) => {
      const engines = [e, f];
      const ground = ruleGround(engines);
      const { rules } = ground;
      const requests = smallRequests([...e.rules, ...f.rules].flatMap(({ when }) => when));
      const { goals, runnable } = generated(engines);
      const cases = requests.map(request => ruleCase(request, ground, regexes));
      // The same goals, of the rules that the requests below were judged by.
      const own = [...coverageGoals(rules, regexes)];
      for (const [at, { goal, state }] of goals.entries()) {
        expect([goal.words, state.kind]).toEqual([
          goal.words,
          expect.stringMatching(/^(covered|unreachable)$/),
        ]);
        if (state.kind !== 'unreachable') continue;
        seen.unreachable += 1;
        expect([goal.words, cases.some(one => own[at]?.isShownBy(one))]).toEqual([goal.words, false]);
      }
      const plain = outcomes(rules, requests);
      const fates = scored(ground, runnable);
      for (const { mutant, fate } of fates) {
        const what = [e, f, mutant.at.rule.id, mutant.words];
        expect([...what, fate.kind]).toEqual([...what, expect.stringMatching(/^(killed|equivalent)$/)]);
        if (fate.kind === 'killed') seen.killed += 1;
        else {
          seen.equivalent += 1;
          expect([...what, outcomes(mutated(rules, mutant), requests)]).toEqual([...what, plain]);
        }
      }
      expect(mutationScore(fates.map(({ fate }) => fate))).toMatchObject({ score: 1, survived: 0, open: 0 });
    });
    fc.assert(property, { numRuns: propertyRuns(500, 1 / 50) });
    expect([seen.unreachable > 0, seen.equivalent > 0, seen.killed > 0]).toEqual([true, true, true]);
  });
});
