import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { engineAdding, requestOf } from '../../../test/support/engine-definitions.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { smallEngine, smallRequests } from '../../../test/support/small-engines.ts';
import type { ContextRequest } from '../../model/request.ts';
import type { Condition, ContextRule, ContextRuleEngine } from '../../model/rule.ts';
import type { Sample } from '../../model/sample.ts';
import { atOnce } from '../../stretches.ts';
import { createRegexCache } from '../evaluation/regex-cache.ts';
import { outcomeOf, placedRules, ruleCase, ruleGround } from '../testing/rule-case.ts';
import { compareBehaviour, mostFlips } from './compare-behaviour.ts';
import { decideBehaviour } from './decide-behaviour.ts';

const regexes = createRegexCache();
const ask = (value: string, field = 'addVar.p'): Condition => ({ field, operator: 'eq', value });
const rule = (id: string, when: Condition[], ...memories: string[]): ContextRule => ({
  id,
  name: id,
  when,
  then: { add_memories: memories },
});
const engineOf = (...rules: ContextRule[]): ContextRuleEngine => ({ ...engineAdding('e'), rules });
const decide = (before: ContextRule[], after: ContextRule[], fired = false) =>
  atOnce(
    decideBehaviour(placedRules([engineOf(...before)]), placedRules([engineOf(...after)]), regexes, fired),
  );
const different = (p: string, q?: string) => ({
  answer: 'different',
  witness: requestOf({ additional_variables: { p, ...(q && { q }) } }),
});
const same = { answer: 'equivalent' };

describe('two lists of rules', () => {
  it('do the same where only the order or the number of what they ask is another', () => {
    const both = [ask('a'), ask('b', 'addVar.q')];
    expect(decide([rule('r', both, 'm')], [rule('r', [...both.toReversed(), ask('a')], 'm')], true)).toEqual(
      same,
    );
    expect(decide([rule('r', [], 'm', 'm')], [rule('r', [], 'm')], true)).toEqual(same);
    expect(decide([], [])).toEqual(same);
  });

  it('differ by what one of them adds, and by what it adds first', () => {
    expect(decide([rule('r', [ask('a')], 'm')], [])).toEqual(different('a'));
    expect(decide([], [rule('r', [ask('a')], 'm')])).toEqual(different('a'));
    expect(decide([rule('r', [ask('a')], 'm', 'n')], [rule('r', [ask('a')], 'n', 'm')])).toEqual(
      different('a'),
    );
    const [one, other] = [rule('r', [ask('a')], 'm'), rule('s', [ask('b', 'addVar.q')], 'n')];
    expect(decide([one, other], [other, one])).toEqual(different('a', 'b'));
    const [here, there] = [rule('r', [ask('a')], 'm'), rule('s', [ask('b')], 'n')];
    expect(decide([here, there], [there, here])).toEqual(same);
  });

  it('differ by who is first, though each place adds the same', () => {
    const [n, m] = [rule('n', [], 'n'), rule('m', [], 'm')];
    expect(decide([rule('r', [ask('a')], 'm'), n, m], [rule('r', [ask('b')], 'm'), n, m])).toMatchObject({
      answer: 'different',
    });
    const rest = rule('rest', [], 'o', 'n', 'm');
    const [fewer, more] = [rule('r', [ask('a')], 'm'), rule('r', [ask('a')], 'm', 'n')];
    expect(decide([fewer, rest], [more, rest])).toEqual(different('a'));
    expect(decide([more, rest], [fewer, rest])).toEqual(different('a'));
    expect(decide([n, m, fewer], [n, m, more])).toEqual(same);
  });

  it('do the same where what is turned around comes behind what adds it already', () => {
    const first = rule('first', [], 'm', 'n');
    const [one, other] = [rule('r', [ask('a')], 'n'), rule('s', [], 'm')];
    expect(decide([first, one, other], [first, other, one])).toEqual(same);
    expect(decide([one, other, first], [other, one, first])).toEqual(different('a'));
  });

  it('differ, where that is asked, by a rule that fires on one side only, whatever it adds', () => {
    const always = rule('always', [], 'm');
    const cases: readonly (readonly [ContextRule[], ContextRule[]])[] = [
      [[always, rule('r', [ask('a')], 'm')], [always]],
      [[always], [always, rule('r', [ask('a')], 'm')]],
      [
        [always, rule('r', [ask('a')])],
        [always, rule('s', [ask('a')])],
      ],
    ];
    for (const [before, after] of cases) {
      expect(decide(before, after)).toEqual(same);
      expect(decide(before, after, true)).toEqual(different('a'));
    }
    const narrow = [rule('r', [ask('a'), ask('b', 'addVar.q')])];
    expect(decide([rule('r', [ask('a')])], narrow, true)).toEqual(different('a'));
    expect(decide(narrow, [rule('r', [ask('a')])], true)).toEqual(different('a'));
  });

  it('are decided as trying all requests has it, also by which rules fire', () => {
    const seen = new Set<string>();
    const property = fc.property(smallEngine('e'), smallEngine('e'), fc.boolean(), (before, after, fired) => {
      const [left, right] = [[before], [after]].map(engines => ruleGround(engines));
      if (!left || !right) return;
      const outcome = (ground: typeof left, request: ContextRequest) => {
        const { fired: own, added } = outcomeOf(ruleCase(request, ground, regexes).fired, request);
        return JSON.stringify(fired ? [own.toSorted(), added] : added);
      };
      const isTold = (request: ContextRequest) => outcome(left, request) !== outcome(right, request);
      const verdict = atOnce(decideBehaviour(left.rules, right.rules, regexes, fired));
      seen.add(verdict.answer);
      if (verdict.answer === 'different') expect(isTold(verdict.witness)).toBe(true);
      else {
        const requests = smallRequests([...before.rules, ...after.rules].flatMap(({ when }) => when));
        expect([verdict.answer, requests.find(isTold)]).toEqual(['equivalent', undefined]);
      }
    });
    fc.assert(property, { numRuns: propertyRuns(1000, 1 / 10) });
    expect(seen.has('different')).toBe(true);
  });
});

describe('a comparison', () => {
  const compare = (before: ContextRule[], after: ContextRule[], samples: Sample[], fired = false) =>
    atOnce(
      compareBehaviour(
        { engines: [engineOf(...before)], memories: [] },
        { engines: [engineOf(...after)], memories: [] },
        samples,
        { regexes, fired },
      ),
    );
  const sample = (name: string, request: Sample['request']): Sample => ({ id: name, name, request });
  const inPhase = (p: string) => requestOf({ additional_variables: { p } });

  it('tells which rules fire otherwise for a sample, where that is asked', () => {
    const [before, after] = [[rule('r', [ask('a')], 'm')], [rule('s', [ask('a')], 'm')]];
    const samples = [sample('A', inPhase('a')), sample('B', inPhase('b'))];
    expect(compare(before, after, samples)).toMatchObject({
      answer: 'equivalent',
      reason: 'every request gets the same memories in the same order',
      flips: [],
    });
    expect(compare(before, after, samples, true)).toMatchObject({
      answer: 'different',
      flipped: 1,
      flips: [
        {
          sample_id: 'A',
          gained: [],
          lost: [],
          reordered: false,
          now_fires: ['e/s'],
          no_longer_fires: ['e/r'],
        },
      ],
    });
    expect(compare(before, before, samples, true).reason).toBe(
      'every request gets the same memories in the same order, by the same rules',
    );
  });

  it('tells a request that shows it, with what it gets otherwise', () => {
    expect(compare([], [rule('r', [ask('a')], 'm')], [])).toEqual({
      answer: 'different',
      reason: 'no sample changes, but a request does',
      witness: { gained: ['m'], lost: [], reordered: false, request: inPhase('a') },
      samples: 0,
      flipped: 0,
      skipped: 0,
      flips: [],
      structure: expect.objectContaining({ memories: [] }),
    });
  });

  it('leaves out samples whose variables are given in two ways, and tells the first of very many', () => {
    const twice = sample('Twice', requestOf({ additional_variables: { 'a.b': 1, a: { b: 1 } } }));
    const many = Array.from({ length: mostFlips + 3 }, (_, at) => sample(`S${1000 - at}`, inPhase('a')));
    const told = compare([], [rule('r', [], 'm')], [twice, ...many]);
    expect(told).toMatchObject({
      samples: 203,
      flipped: 203,
      skipped: 1,
      reason: '203 of 203 samples change',
    });
    expect(told.flips.map(({ name }) => name)).toEqual(
      many
        .map(({ name }) => name)
        .toSorted()
        .slice(0, mostFlips),
    );
  });
});
