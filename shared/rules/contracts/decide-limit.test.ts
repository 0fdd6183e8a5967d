import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryOf } from '../../../test/support/engine-definitions.ts';
import { limitedMemories, limitedRules } from '../../../test/support/limited-rules.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import type { ContractState } from '../../model/context-contract.ts';
import type { Estimator } from '../../model/request.ts';
import type { Condition, ContextRule } from '../../model/rule.ts';
import { atOnce } from '../../stretches.ts';
import { createRegexCache } from '../evaluation/regex-cache.ts';
import { allHold } from '../evaluation/test-condition.ts';
import { decideContract } from './decide-contract.ts';
import type { ContractGround } from './find-request.ts';

const regexes = createRegexCache();
type Counted = Extract<ContractState, { kind: 'limit' }>['of'];
const memories = [
  memoryOf('a', { contribution: { section: 'state' } }),
  memoryOf('b', { contribution: { section: 'knowledge' } }),
  memoryOf('web', { contribution: { section: 'knowledge' }, origin: 'web' }),
  memoryOf('stored', { contribution: { section: 'history' }, origin: 'web' }),
];
const sizes: Readonly<Record<string, number>> = { a: 100, b: 1000, web: 20 };
const rule = (id: string, when: Condition[], ...added: string[]): ContextRule => ({
  id,
  name: id,
  when,
  then: { add_memories: added },
});
const inPhase = (value: string): Condition => ({ field: 'addVar.p', operator: 'eq', value });

function decide(of: Counted, tokens: number, rules: ContextRule[], when: Condition[] = []) {
  const ground = { engines: [], rules, memories, tokensOf: (id: string) => sizes[id] };
  return atOnce(decideContract({ state: { kind: 'limit', of, tokens }, when }, ground, regexes));
}
const proved = (tokens: number) => ({
  answer: 'proved',
  reason: `no request makes rules add more than ${tokens} tokens of it`,
});
const refuted = (tokens: string, additional?: Record<string, unknown>) => ({
  answer: 'refuted',
  reason: `here it is ${tokens} tokens`,
  witness: { scope_variables: {}, ...(additional && { additional_variables: additional }) },
});

describe('a limit by several estimators', () => {
  const counts: Readonly<Record<string, Partial<Record<Estimator, number>>>> = {
    a: { chars4: 10, o200k_base: 30, cl100k_base: 20 },
    b: { chars4: 10, o200k_base: 5, cl100k_base: 20 },
    web: { chars4: 1, o200k_base: 1 },
  };
  const all = [rule('r', [], 'a'), rule('s', [inPhase('x')], 'b')];
  const decideBy = (
    of: Counted,
    tokens: number,
    rules: ContextRule[],
    more: Partial<ContractGround> = {},
  ) => {
    const tokensOf = (id: string, estimator: Estimator) => counts[id]?.[estimator];
    const ground = { engines: [], rules, memories, tokensOf, ...more };
    return atOnce(decideContract({ state: { kind: 'limit', of, tokens } }, ground, regexes));
  };

  it('is proved where it holds by each, and refuted by a request that asks for the one that breaks it', () => {
    expect(decideBy({ memory: 'a' }, 30, all)).toEqual(proved(30));
    expect(decideBy({ memory: 'a' }, 29, all)).toEqual({
      ...refuted('30'),
      reason: 'here it is 30 tokens, by o200k_base',
      witness: { scope_variables: {}, constraints: { estimator: 'o200k_base' } },
    });
    expect(decideBy({ memory: 'a' }, 9, all)).toEqual(refuted('10'));
    expect(decideBy({ origin: 'project' }, 40, all)).toEqual(proved(40));
    expect(decideBy({ origin: 'project' }, 39, all)).toEqual({
      ...refuted('40'),
      reason: 'here it is 40 tokens, by cl100k_base',
      witness: {
        scope_variables: {},
        additional_variables: { p: 'x' },
        constraints: { estimator: 'cl100k_base' },
      },
    });
  });

  it('is open where one of them could not count', () => {
    const web = [rule('r', [], 'web')];
    expect(decideBy({ memory: 'web' }, 1, web)).toEqual({
      answer: 'open',
      reason: 'cl100k_base could not count what "web" comes to',
    });
    expect(decideBy({ memory: 'web' }, 1, web, { estimators: ['chars4', 'o200k_base'] })).toEqual(proved(1));
  });
});

describe('a limit', () => {
  const all = [rule('r', [], 'a', 'b'), rule('s', [inPhase('x')], 'web', 'a')];

  it.each<[Counted, number, string]>([
    [{ memory: 'a' }, 100, '100'],
    [{ section: 'state' }, 100, '100'],
    [{ section: 'knowledge' }, 1020, '1,020'],
    [{ origin: 'web' }, 20, '20'],
    [{ origin: 'project' }, 1100, '1,100'],
    [{ origin: 'project', section: 'knowledge' }, 1000, '1,000'],
    [{ origin: 'web', section: 'knowledge' }, 20, '20'],
  ])('of %j is %s tokens and no less, each memory counted once', (of, most, words) => {
    expect(decide(of, most, all)).toEqual(proved(most));
    expect(decide(of, most - 1, all)).toMatchObject({
      answer: 'refuted',
      reason: `here it is ${words} tokens`,
    });
  });

  it('of what is nowhere is none', () => {
    expect(decide({ origin: 'web', section: 'state' }, 0, all)).toEqual(proved(0));
    expect(decide({ section: 'warnings' }, 0, all)).toEqual(proved(0));
    expect(decide({ origin: 'tool' }, 0, all)).toEqual(proved(0));
    expect(decide({ memory: 'a' }, 0, [])).toEqual(proved(0));
  });

  it('is held against rules that fire together, for the requests that it speaks of', () => {
    const apart = [rule('r', [inPhase('x')], 'a'), rule('s', [inPhase('y')], 'b'), rule('t', [], 'web')];
    const knowledge: Counted = { section: 'knowledge' };
    expect(decide({ origin: 'project' }, 1000, apart)).toEqual(proved(1000));
    expect(decide({ origin: 'project' }, 999, apart)).toEqual(refuted('1,000', { p: 'y' }));
    expect(decide(knowledge, 1019, apart)).toEqual(refuted('1,020', { p: 'y' }));
    expect(decide(knowledge, 20, apart, [inPhase('x')])).toEqual(proved(20));
    expect(decide(knowledge, 19, apart, [inPhase('x')])).toEqual(refuted('20', { p: 'x' }));
    expect(decide(knowledge, 0, apart, [inPhase('x'), inPhase('y')])).toEqual(proved(0));
  });

  it('is not known where something counted hangs on what is stored; what is not counted does not matter', () => {
    const storing = [rule('r', [], 'a'), rule('s', [], 'stored')];
    const open = {
      answer: 'open',
      reason: 'what "stored" comes to hangs on the request or on what is stored',
    };
    expect(decide({ section: 'history' }, 9, storing)).toEqual(open);
    expect(decide({ memory: 'stored' }, 9, storing)).toEqual(open);
    // Where what is stored comes from is told by it alone.
    expect(decide({ origin: 'user' }, 9, storing)).toEqual(open);
    expect(decide({ section: 'state' }, 100, storing)).toEqual(proved(100));
    expect(decide({ memory: 'a' }, 100, storing)).toEqual(proved(100));
    expect(decide({ origin: 'user', section: 'state' }, 9, storing)).toEqual(proved(9));
  });

  it('is open where a pattern hides whether rules fire that go over it', () => {
    const hidden = ['^a.*b$', '^.{7}$'].map(
      (value): Condition => ({ field: 'addVar.p', operator: 'regex', value }),
    );
    expect(decide({ memory: 'a' }, 99, [rule('r', hidden, 'a')])).toEqual({
      answer: 'open',
      reason: 'a pattern, or a number of a demanded shape, hides the answer',
    });
    expect(decide({ memory: 'a' }, 100, [rule('r', hidden, 'a')])).toEqual(proved(100));
    expect(decide({ memory: 'a' }, 99, [rule('r', hidden, 'a'), rule('s', [], 'a')])).toEqual(refuted('100'));
  });
});

describe('a limit of many rules', () => {
  const knowledge = { section: limitedMemories[0]?.contribution.section ?? 'knowledge' };
  const decideMany = (tokens: number, rules: ContextRule[], sizeOf = (_id: string) => 3) =>
    atOnce(
      decideContract(
        { state: { kind: 'limit', of: knowledge, tokens } },
        { engines: [], rules, memories: limitedMemories, tokensOf: sizeOf, estimators: ['chars4'] },
        regexes,
      ),
    ).answer;
  it('is decided where rules that ask for different values cannot fire together', () => {
    expect([14, 15].map(tokens => decideMany(tokens, limitedRules.oftenApart))).toEqual([
      'refuted',
      'proved',
    ]);
    expect([100, 300].map(tokens => decideMany(tokens, limitedRules.oneOfMany))).toEqual([
      'refuted',
      'proved',
    ]);
  });

  it('is, by few values, what trying every request says', () => {
    const values = ['a', 'b', 1, '1', true];
    const field = fc.constantFrom('addVar.p', 'addVar.q', 'addVar.r');
    const condition: fc.Arbitrary<Condition> = fc.oneof(
      fc.record({ field, operator: fc.constant('eq'), value: fc.constantFrom(...values) }),
      fc.record({ field, operator: fc.constant('in'), value: fc.subarray(values, { minLength: 1 }) }),
      fc.record({ field, operator: fc.constantFrom('neq'), value: fc.constantFrom(...values) }),
      fc.record({ field, operator: fc.constantFrom('exists', 'not_exists') }),
    );
    const added = fc.subarray(['m0', 'm1', 'm2', 'm3', 'm4'], { minLength: 1 });
    const rules = fc
      .array(fc.tuple(fc.array(condition, { minLength: 1, maxLength: 3 }), added), {
        minLength: 2,
        maxLength: 9,
      })
      .map(all => all.map(([when, memories], at) => rule(`r${at}`, when, ...memories)));
    const sizeOf = (id: string) => 2 ** Number(id.slice(1));
    const each = [...values, 'another', undefined];
    const requests = each.flatMap(p => each.flatMap(q => each.map(r => [p, q, r] as const)));
    const mostOf = (all: ContextRule[]): number =>
      Math.max(
        ...requests.map(([p, q, r]) => {
          const variables = new Map(
            Object.entries({ 'addVar.p': p, 'addVar.q': q, 'addVar.r': r }).filter(
              ([, value]) => value !== undefined,
            ),
          );
          const firing = all.filter(({ when }) => allHold(when, variables, regexes));
          const ids = new Set(firing.flatMap(({ then }) => then.add_memories));
          return [...ids].reduce((sum, id) => sum + sizeOf(id), 0);
        }),
      );
    fc.assert(
      fc.property(rules, all => {
        const most = mostOf(all);
        const answers = [
          decideMany(most, all, sizeOf),
          ...(most > 0 ? [decideMany(most - 1, all, sizeOf)] : []),
        ];
        expect(answers).toEqual(['proved', 'refuted'].slice(0, answers.length));
      }),
      { numRuns: propertyRuns(1000) },
    );
  });
});
