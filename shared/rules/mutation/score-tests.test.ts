import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestOf } from '../../../test/support/engine-definitions.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { smallEngine, smallRequests } from '../../../test/support/small-engines.ts';
import type { Expectation, MutantKind } from '../../model/context-test.ts';
import type { ContextRequest } from '../../model/request.ts';
import type { Condition, ContextRule, ContextRuleEngine } from '../../model/rule.ts';
import { atOnce } from '../../stretches.ts';
import { createRegexCache } from '../evaluation/regex-cache.ts';
import { ruleGround } from '../testing/rule-case.ts';
import { testCases } from '../testing/runnable-test.ts';
import { makeMutants } from './make-mutants.ts';
import { differingRequest, type MutantFate, mutationScore, outcomesOf, scoreTests } from './score-tests.ts';

const regexes = createRegexCache();
const inPhase = (value: string): Condition => ({ field: 'addVar.p', operator: 'eq', value });
const rule = (id: string, when: Condition[], ...memories: string[]): ContextRule => ({
  id,
  name: id,
  when,
  then: { add_memories: memories },
});
const engineOf = (...rules: ContextRule[]): ContextRuleEngine => ({
  id: 'e',
  name: 'E',
  description: '',
  enabled: true,
  rules,
});
const requestIn = (p: string) => requestOf({ additional_variables: { p } });

/** Fates of the mutants of one kind, under tests of these requests. */
function fates(
  kind: MutantKind,
  rules: ContextRule[],
  ...tests: readonly (readonly [ContextRequest, ...Expectation[]])[]
): MutantFate[] {
  const ground = ruleGround([engineOf(...rules)]);
  const runnable = tests.map(([request, ...expected], at) => ({
    test: { id: `t${at}`, name: 'T', expect: expected },
    request,
  }));
  const cases = atOnce(testCases(runnable, ground, regexes));
  const judged = atOnce(scoreTests(cases, ground.rules, regexes));
  return judged.flatMap(({ mutant, fate }) => (mutant.kind === kind ? [fate] : []));
}
const fires: Expectation = { kind: 'fires', rule: 'e/r' };
const added = (...memories: string[]): Expectation => ({ kind: 'order', memories, after: 'rules' });

describe('a mutant', () => {
  const asking = [rule('r', [inPhase('a')], 'm')];

  it('is killed by the first test that fails under it, and else survives with a request that shows it', () => {
    const [withoutTests] = fates('mute_rule', asking);
    expect(withoutTests).toEqual({ kind: 'survived', request: requestIn('a') });
    const silent: Expectation = { kind: 'silent', rule: 'e/r' };
    expect(
      fates('mute_rule', asking, [requestIn('b'), silent], [requestIn('a'), fires], [requestIn('a'), fires]),
    ).toEqual([{ kind: 'killed', by: 't1' }]);
    // What fails already tells nothing.
    expect(fates('mute_rule', asking, [requestIn('a'), silent])).toMatchObject([{ kind: 'survived' }]);
  });

  it('of a condition is killed by who sees the rule fire that did not, or no longer', () => {
    const silent: Expectation = { kind: 'silent', rule: 'e/r' };
    expect(fates('drop_condition', asking, [requestIn('a'), fires])).toMatchObject([{ kind: 'survived' }]);
    expect(fates('drop_condition', asking, [requestIn('b'), silent])).toEqual([{ kind: 'killed', by: 't0' }]);
    expect(fates('negate_condition', asking, [requestIn('a'), fires])).toEqual([
      { kind: 'killed', by: 't0' },
    ]);
  });

  it('of the order of rules is killed only where both fire', () => {
    const two = [rule('r', [inPhase('a')], 'm'), rule('s', [], 'n')];
    expect(fates('reorder', two, [requestIn('b'), fires])).toEqual([
      { kind: 'survived', request: requestIn('a') },
    ]);
    expect(fates('reorder', two, [requestIn('a'), added('m', 'n')])).toEqual([{ kind: 'killed', by: 't0' }]);
    const apart = [rule('r', [inPhase('a')], 'm'), rule('s', [inPhase('b')], 'n')];
    expect(fates('reorder', apart)).toEqual([{ kind: 'equivalent' }]);
    expect(fates('reorder', [rule('r', [], 'm'), rule('s', [], 'm')])).toEqual([{ kind: 'equivalent' }]);
  });

  it('of what a rule adds is killed where another comes first by it, though each is still added', () => {
    const two = [rule('r', [], 'm', 'n'), rule('s', [], 'o', 'm')];
    const [withoutM, withoutN, withoutO, laterM] = fates('remove_memory', two, [
      requestOf(),
      added('m', 'n'),
    ]);
    expect([withoutM, withoutN]).toEqual([
      { kind: 'killed', by: 't0' },
      { kind: 'killed', by: 't0' },
    ]);
    expect([withoutO, laterM]).toMatchObject([{ kind: 'survived' }, { kind: 'equivalent' }]);
  });

  it('is told whatever other rules before it add, and is nothing where the order stays', () => {
    const other = rule('x', [], 'z');
    const reordered = fates('reorder', [other, rule('r', [], 'm'), rule('s', [], 'n')]);
    expect(reordered).toMatchObject([{ kind: 'survived' }, { kind: 'survived' }]);
    const kinds = (...rules: ContextRule[]) => fates('remove_memory', rules).map(({ kind }) => kind);
    expect(kinds(other, rule('r', [], 'm', 'n'), rule('s', [], 'o', 'm'))).toEqual([
      ...['survived', 'survived', 'survived', 'survived', 'equivalent'],
    ]);
    expect(kinds(rule('r', [], 'p', 'm'), rule('s', [], 'p', 'm'))).toEqual([
      ...['survived', 'equivalent', 'equivalent', 'equivalent'],
    ]);
  });

  it('is open, with the reason, where a pattern hides what it changes', () => {
    const hidden = ['^a.*b$', '^.{7}$'].map(
      (value): Condition => ({ field: 'addVar.p', operator: 'regex', value }),
    );
    expect(fates('mute_rule', [rule('r', hidden, 'm')])).toEqual([
      { kind: 'open', reason: 'a pattern, or a number of a demanded shape, hides the answer' },
    ]);
  });

  it('differs by the request that is found for it, and by none where none is', () => {
    const seen = { found: 0, none: 0 };
    const property = fc.property(smallEngine('e'), e => {
      const { rules } = ruleGround([e]);
      const requests = smallRequests(rules.flatMap(({ rule: { when } }) => when));
      const some = requests.filter((_, at) => at % Math.ceil(requests.length / 50) === 0);
      for (const mutant of makeMutants(rules)) {
        const isToldBy = (request: ContextRequest) => {
          const { before, after } = outcomesOf(mutant, request, rules, regexes);
          // Rules that fire count whatever their order.
          return (
            JSON.stringify([before.fired.toSorted(), before.added]) !==
            JSON.stringify([after.fired.toSorted(), after.added])
          );
        };
        const found = atOnce(differingRequest(mutant, rules, regexes));
        const what = [e, mutant.at.rule.id, mutant.words];
        if (found.kind === 'found') {
          seen.found += 1;
          expect([...what, isToldBy(found.request)]).toEqual([...what, true]);
        } else {
          seen.none += 1;
          expect([...what, found.kind, some.some(isToldBy)]).toEqual([...what, 'none', false]);
        }
      }
    });
    fc.assert(property, { numRuns: propertyRuns(500, 1 / 25) });
    expect([seen.found > 0, seen.none > 0]).toEqual([true, true]);
  });
});

it('what a request comes to is told as the rules are, and under a mutant', () => {
  const { rules } = ruleGround([engineOf(rule('r', [inPhase('a')], 'm'), rule('s', [], 'n'))]);
  const [muted] = makeMutants(rules);
  if (muted === undefined) throw new Error('there is no mutant');
  const request = { ...requestIn('a'), explicit_memory: ['x'] };
  expect(outcomesOf(muted, request, rules, regexes)).toEqual({
    before: { fired: ['e/r', 'e/s'], added: ['x', 'm', 'n'] },
    after: { fired: ['e/s'], added: ['x', 'n'] },
  });
});

it('the score is the part that tests notice of what changes something; all where nothing does', () => {
  const killed: MutantFate = { kind: 'killed', by: 't' };
  const survived: MutantFate = { kind: 'survived', request: requestOf() };
  const others: MutantFate[] = [
    { kind: 'equivalent' },
    { kind: 'equivalent' },
    { kind: 'open', reason: 'why' },
  ];
  expect(mutationScore([killed, survived, killed, killed, ...others])).toEqual({
    score: 0.75,
    killed: 3,
    survived: 1,
    equivalent: 2,
    open: 1,
  });
  expect(mutationScore(others)).toMatchObject({ score: 1, killed: 0, survived: 0 });
  expect(mutationScore([survived]).score).toBe(0);
});
