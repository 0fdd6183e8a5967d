import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryOf } from '../../../../test/support/engine-definitions.ts';
import { propertyRuns } from '../../../../test/support/property-runs.ts';
import type { Condition, ContextRule } from '../../../model/rule.ts';
import { atOnce } from '../../../stretches.ts';
import { createRegexCache } from '../../evaluation/regex-cache.ts';
import { operatorNames, operators } from '../../operators.ts';
import { fires } from '../fix-rule.ts';
import { mostFindings } from '../gather-findings.ts';
import { judgeRules } from '../judged-rule.ts';
import { demands } from '../literal.ts';
import { solveLiterals } from '../solve-literals.ts';
import { coFiresOverBudget, unknownMemories, unusedMemories } from './memory-findings.ts';

const regexes = createRegexCache();
const rule = (id: string, when: Condition[], ...memories: string[]): ContextRule => ({
  id,
  name: `Rule ${id}`,
  when,
  then: { add_memories: memories },
});
const judged = (...rules: ContextRule[]) =>
  judgeRules([{ id: 'e', name: 'E', description: '', enabled: true, rules }], regexes);
const ref = (id: string) => ({ engine_id: 'e', rule_id: id });
const ask = (value: unknown, field = 'addVar.p'): Condition => ({ field, operator: 'eq', value });

const holds = ({ field, operator, value }: Condition, request: { p: string; q: string }): boolean =>
  ((field === 'addVar.p' ? request.p : request.q) === value) === (operator === 'eq');

const subsets = <Item>(all: readonly Item[]): Item[][] =>
  Array.from({ length: 2 ** all.length }, (_, chosen) => all.filter((_, at) => (chosen >> at) % 2 === 1));

/** Sets of names as one text each, in an order of their own. */
const namesOf = (sets: readonly (readonly string[])[]): string[] =>
  sets.map(names => names.toSorted().join(' ')).toSorted();

it('what a rule adds and nobody knows is an error, for each once', () => {
  const [one] = judged(rule('r', [], 'x', 'm', 'y', 'x'));
  const unknown = (memory: string) => ({
    code: 'unknown-memory',
    severity: 'error',
    possible: false,
    message: `"Rule r" adds "${memory}", and no memory has that id.`,
    rules: [ref('r')],
    memories: [memory],
  });
  expect(one && unknownMemories(one, new Set(['m']))).toEqual([unknown('x'), unknown('y')]);
  const [many] = judged(rule('r', [], ...Array.from({ length: mostFindings + 9 }, (_, at) => `m${at}`)));
  expect(many && unknownMemories(many, new Set())).toHaveLength(mostFindings + 1);
});

it('a memory that no rule adds is told while it is active', () => {
  const memories = [
    memoryOf('used'),
    memoryOf('idle', { label: 'Idle' }),
    memoryOf('old', { status: 'deprecated' }),
  ];
  expect(unusedMemories(judged(rule('r', [], 'used')), memories)).toEqual([
    {
      code: 'unused-memory',
      severity: 'info',
      possible: false,
      message: 'No rule adds "Idle" (idle).',
      rules: [],
      memories: ['idle'],
    },
  ]);
});

describe('rules that fire together', () => {
  const sizes: Readonly<Record<string, number>> = { a: 100, b: 200, c: 1000, d: 5 };
  const over = (limit: number, ...rules: ContextRule[]) =>
    atOnce(coFiresOverBudget(judged(...rules), { limit, tokensOf: id => sizes[id] ?? 0 }, regexes));

  it('go over a budget, with a request that shows it and without those that are not needed', () => {
    const rules = [
      rule('d', [], 'd'),
      rule('a', [ask('x')], 'a'),
      rule('b', [ask(1, 'addVar.q')], 'b', 'a'),
      rule('c', [ask('x')], 'c'),
    ];
    expect(over(1250, ...rules)).toEqual([
      {
        code: 'co-fires-over-budget',
        severity: 'warning',
        possible: false,
        message: '"Rule c", "Rule b" can fire together and bring 1,300 tokens; the budget is 1,250.',
        rules: [ref('c'), ref('b')],
        memories: ['c', 'b', 'a'],
        witness: { scope_variables: {}, additional_variables: { p: 'x', q: 1 } },
      },
    ]);
    expect(over(1304, ...rules)).toMatchObject([{ rules: ['c', 'b', 'd'].map(ref) }]);
    expect(over(1305, ...rules)).toEqual([]);
    expect(over(999, ...rules)).toMatchObject([
      { message: '"Rule c" alone can bring 1,000 tokens; the budget is 999.', rules: [ref('c')] },
    ]);
  });

  it('are no rules that contradict each other or may never fire, and none that bring nothing', () => {
    expect(over(1000, rule('a', [ask('x')], 'a'), rule('c', [ask('y')], 'c'))).toEqual([]);
    expect(over(99, rule('a', [ask('x'), ask('y')], 'a'))).toEqual([]);
    expect(over(0, rule('a', [], 'nothing'), rule('b', []))).toEqual([]);
    expect(
      over(1099, rule('none', [ask('x')], 'nothing'), rule('a', [ask('y')], 'a'), rule('c', [], 'c')),
    ).toMatchObject([{ rules: ['c', 'a'].map(ref) }]);
  });

  it('are found whichever the dearest contradicts, as trying every request finds them', () => {
    const dear = rule('A', [ask('1')], 'a');
    const [second, third] = [rule('B', [ask('2')], 'b'), rule('C', [ask('2')], 'c')];
    const tokensOf = (id: string) => ({ a: 7, b: 6, c: 6 })[id] ?? 0;
    const found = coFiresOverBudget(judged(dear, second, third), { limit: 10, tokensOf }, regexes);
    expect(atOnce(found)).toMatchObject([{ rules: ['B', 'C'].map(ref) }]);

    const condition = fc.record({
      field: fc.constantFrom('addVar.p', 'addVar.q'),
      operator: fc.constantFrom('eq' as const, 'neq' as const),
      value: fc.constantFrom('1', '2', '3'),
    });
    const anyRule = fc.record({
      when: fc.array(condition, { maxLength: 3 }),
      memories: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 2 }),
    });
    const cost: Readonly<Record<string, number>> = { a: 7, b: 6, c: 5, d: 4, e: 2, f: 1 };
    const requests = ['1', '2', '3', '4'].flatMap(p => ['1', '2', '3', '4'].map(q => ({ p, q })));
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 8 }), fc.integer({ min: 0, max: 24 }), (given, limit) => {
        const rules = given.map(({ when, memories }, at) => rule(`r${at}`, when, ...memories));
        const costOf = (some: readonly ContextRule[]) =>
          [...new Set(some.flatMap(({ then }) => then.add_memories))].reduce(
            (sum, memory) => sum + (cost[memory] ?? 0),
            0,
          );
        const exceeding = requests.flatMap(request =>
          subsets(rules.filter(({ when }) => when.every(one => holds(one, request)))).filter(
            some =>
              costOf(some) > limit && some.every(one => costOf(some.filter(other => other !== one)) <= limit),
          ),
        );
        const told = coFiresOverBudget(judged(...rules), { limit, tokensOf: id => cost[id] ?? 0 }, regexes);
        expect(namesOf(atOnce(told).map(one => one.rules.map(({ rule_id }) => rule_id)))).toEqual([
          ...new Set(namesOf(exceeding.map(some => some.map(({ id }) => id)))),
        ]);
      }),
      { numRuns: propertyRuns(4000) },
    );
  });

  it('are told as far as they were looked for, and that there may be others', () => {
    const many = Array.from({ length: 40 }, (_, at) =>
      rule(`r${at}`, [ask(at % 7, `addVar.q${at % 3}`)], `m${at}`),
    );
    const found = coFiresOverBudget(judged(...many), { limit: 2, tokensOf: () => 1 }, regexes);
    const told = atOnce(found);
    expect(told.map(({ code }) => code)).toEqual([
      ...Array.from({ length: 500 }, () => 'co-fires-over-budget'),
      'not-all-told',
    ]);
    const sets = told.slice(0, -1).map(({ rules }) => JSON.stringify(rules));
    expect(new Set(sets).size).toBe(sets.length);
    // Where none was found, they are looked for no longer either.
    const none = coFiresOverBudget(judged(...many), { limit: 12, tokensOf: () => 1 }, regexes);
    expect(atOnce(none).map(({ code }) => code)).toEqual(['not-all-told']);
  });

  it('leave one out that is needed no more once another has come', () => {
    const wide = rule('wide', [], 'b', 'd');
    expect(over(204, wide, rule('b', [], 'b', 'a'))).toMatchObject([
      { rules: [ref('b')] },
      { rules: [ref('wide')] },
    ]);
    expect(over(300, wide, rule('b', [], 'b', 'a'))).toMatchObject([{ rules: ['b', 'wide'].map(ref) }]);
    expect(over(304, rule('one', [], 'a', 'd'), rule('two', [], 'b', 'd'))).toMatchObject([
      { rules: ['two', 'one'].map(ref) },
    ]);
  });

  const condition: fc.Arbitrary<Condition> = fc.record({
    field: fc.constantFrom('addVar.o', 'addVar.o.x', 'addVar.o.x.y', 'addVar.p'),
    operator: fc.constantFrom(
      ...operatorNames.filter(name => ['any', 'none'].includes(operators[name].takes)),
    ),
    value: fc.constantFrom<unknown>('a', 1, { x: 1 }, { x: 'a' }, { x: { y: 1 } }, { y: 1 }),
  });
  const someRule = (id: string): fc.Arbitrary<ContextRule> =>
    fc.record({
      id: fc.constant(id),
      name: fc.constant(id),
      when: fc.array(condition, { maxLength: 2 }),
      then: fc.record({
        add_memories: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 2 }),
      }),
    });

  it('are found wherever one request fires them all, also where they ask for an object and what lies in it', () => {
    const rules = fc.tuple(...['r0', 'r1', 'r2', 'r3', 'r4'].map(someRule));
    const cost = (some: readonly ContextRule[]) =>
      [...new Set(some.flatMap(({ then }) => then.add_memories))].reduce(
        (sum, id) => sum + (sizes[id] ?? 0),
        0,
      );
    const canFire = (some: readonly ContextRule[]) =>
      solveLiterals(demands(some.flatMap(({ when }) => when)), regexes).kind === 'found';
    const seen = { found: 0, none: 0 };
    const property = fc.property(rules, fc.constantFrom(0, 100, 250, 1000, 1290), (all, limit) => {
      const exceeding = subsets(all).filter(
        those =>
          cost(those) > limit &&
          those.every(one => cost(those.filter(other => other !== one)) <= limit) &&
          canFire(those),
      );
      seen[exceeding.length === 0 ? 'none' : 'found'] += 1;
      const found = over(limit, ...all);
      expect(namesOf(found.map(({ rules: refs }) => refs.map(({ rule_id }) => rule_id)))).toEqual(
        namesOf(exceeding.map(those => those.map(({ id }) => id))),
      );
      for (const { rules: refs, witness } of found) {
        const told = all.filter(({ id }) => refs.some(one => one.rule_id === id));
        expect(told.map(one => witness && fires(one, witness, regexes))).toEqual(told.map(() => true));
      }
    });
    fc.assert(property, { numRuns: propertyRuns(10_000) });
    expect([seen.found > 0, seen.none > 0]).toEqual([true, true]);
  });
});
