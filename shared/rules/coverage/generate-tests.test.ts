import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { engineAdding } from '../../../test/support/engine-definitions.ts';
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
import { expectationsOf, generateTests } from './generate-tests.ts';

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

  const asking: ContextRuleEngine = {
    ...engineAdding('e', 'm'),
    rules: [
      {
        id: 'r',
        name: 'In phase a',
        when: [{ field: 'addVar.phase', operator: 'eq', value: 'a' }],
        then: { add_memories: ['m', 'n'] },
      },
    ],
  };

  it('are called by what they show, expect what it comes to, and take no id that is taken', () => {
    const { tests } = atOnce(
      generateTests([], [asking], regexes, { ...options, takenIds: ['in-phase-a-fires'] }),
    );
    expect(tests.slice(0, 2)).toEqual([
      {
        id: 'in-phase-a-fires-2',
        name: 'In phase a: fires',
        request: { scope_variables: {}, additional_variables: { phase: 'a' } },
        expect: [
          { kind: 'order', memories: ['m', 'n'], after: 'rules' },
          { kind: 'fires', rule: 'e/r' },
        ],
      },
      {
        id: 'in-phase-a-does-not-fire',
        name: 'In phase a: does not fire',
        request: { scope_variables: {} },
        expect: [{ kind: 'silent', rule: 'e/r' }],
      },
    ]);
  });

  it('are no more than wanted, and none for what given ones show', () => {
    const make = (given: Parameters<typeof generateTests>[0], more: Partial<typeof options>) =>
      atOnce(generateTests(given, [asking], regexes, { ...options, ...more }));
    const all = make([], {});
    expect(all.isCut).toBe(false);
    const cut = make([], { most: all.tests.length - 1 });
    expect([cut.tests, cut.isCut]).toEqual([all.tests.slice(0, -1), true]);
    const given = all.tests.map(test => ({ test, request: asRequest(test.request) }));
    expect(make(given, {}).tests).toEqual([]);
  });

  it('notice mutants only where that is wanted', () => {
    const shared = {
      ...asking,
      rules: [...asking.rules, { ...asking.rules[0], id: 's', name: '' }],
    } as typeof asking;
    const make = (forMutants: boolean) =>
      atOnce(generateTests([], [shared], regexes, { ...options, forMutants })).tests.map(({ name }) => name);
    const without = make(false);
    const more = make(true).filter(name => !without.includes(name));
    expect(without.filter(name => name.includes('not when it'))).toEqual([]);
    expect(more).toEqual(more.filter(name => name.includes(': not when it ')));
  });

  it('name what fires first, what is added in its order, and the rule in question before the others', () => {
    const many = Array.from({ length: 30 }, (_, index) => `e/${index}`);
    expect(expectationsOf({ fired: many, added: ['m'] }, 'e/25')).toEqual([
      { kind: 'included', memory: 'm', after: 'rules' },
      ...['e/25', ...many.slice(0, 19)].map(rule => ({ kind: 'fires', rule })),
    ]);
    expect(expectationsOf({ fired: [], added: [] }, 'e/r')).toEqual([{ kind: 'silent', rule: 'e/r' }]);
    expect(expectationsOf({ fired: ['e/r'], added: [] }, undefined)).toEqual([
      { kind: 'fires', rule: 'e/r' },
    ]);
    expect(expectationsOf({ fired: [], added: ['m', 'n'] }, undefined)).toEqual([
      { kind: 'order', memories: ['m', 'n'], after: 'rules' },
    ]);
  });
});
