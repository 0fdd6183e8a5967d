import { describe, expect, it } from 'vitest';
import { requestOf } from '../../../test/support/engine-definitions.ts';
import type { ContextTest, Expectation } from '../../model/context-test.ts';
import type { Condition, ContextRule, ContextRuleEngine } from '../../model/rule.ts';
import { atOnce } from '../../stretches.ts';
import { createRegexCache } from '../evaluation/regex-cache.ts';
import { conditionsText } from '../rule-sentence.ts';
import { mendRule } from './mend-rule.ts';
import { ruleGround } from './rule-case.ts';
import { testCases } from './runnable-test.ts';

const regexes = createRegexCache();
const rule = (when: Condition[], more: Partial<ContextRule> = {}): ContextRule => ({
  id: 'r',
  name: 'R',
  when,
  then: { add_memories: ['m'] },
  ...more,
});
const engine = (id: string, ...rules: ContextRule[]): ContextRuleEngine => ({
  id,
  name: id,
  description: '',
  enabled: true,
  rules,
});
const ask = (field: string, operator: Condition['operator'], value?: unknown): Condition => ({
  field: `addVar.${field}`,
  operator,
  ...(value !== undefined && { value }),
});
const test = (id: string, given: Record<string, unknown>, ...expected: Expectation[]) => ({
  test: { id, name: id, expect: expected } satisfies ContextTest,
  request: requestOf({ additional_variables: given }),
});

/** The mend of the first test, beside the others. */
function mend(
  engines: readonly ContextRuleEngine[],
  first: ReturnType<typeof test>,
  ...others: ReturnType<typeof test>[]
) {
  const [failing, ...cases] = atOnce(testCases([first, ...others], ruleGround(engines), regexes));
  const [expectation] = first.test.expect;
  if (failing === undefined || expectation === undefined) throw new Error('there is no test to mend');
  return mendRule(expectation, failing, cases, engines, regexes);
}

const fires: Expectation = { kind: 'fires', rule: 'e/r' };
const silent: Expectation = { kind: 'silent', rule: 'e/r' };
const asked = ask('other', 'exists');

describe('a rule that should fire', () => {
  it.each<[string, Condition, unknown, string | undefined]>([
    ['takes the value in', ask('p', 'eq', 'a'), 'b', 'p is one of a, b'],
    ['takes the value into its list', ask('p', 'in', ['a', 'b']), 3, 'p is one of a, b, 3'],
    ['no longer shuts the value out', ask('p', 'not_in', ['a', 'b']), 'a', 'p is none of b'],
    ['counts the bound itself', ask('p', 'gt', 5), 5, 'p is at least 5'],
    ['lowers its bound to the value', ask('p', 'gte', 5), 3, 'p is at least 3'],
    ['raises its bound to the value', ask('p', 'lt', 5), '7', 'p is at most 7'],
    ['is not mended where nothing is left to shut out', ask('p', 'not_in', ['a']), 'a', undefined],
    ['is not mended where one value is shut out', ask('p', 'neq', 'a'), 'a', undefined],
    ['is not mended by a number for what is none', ask('p', 'gt', 5), 'x', undefined],
    ['is not mended where the variable is missing', ask('p', 'eq', 'a'), null, undefined],
    ['is not mended where a text is searched', ask('p', 'contains', 'a'), 'b', undefined],
    ['is not mended where a text is searched in a number', ask('p', 'contains', '6'), '5', undefined],
  ])('%s, or else leaves the condition out where it asks for more', (_how, condition, p, now) => {
    const was = `"${conditionsText([condition])}"`;
    const alone = mend([engine('e', rule([condition]))], test('t', { p, other: 1 }, fires));
    expect(alone?.words).toBe(now && `in "R" ask "${now}" instead of ${was}`);
    const engines = [engine('e', rule([asked, condition]))];
    const beside = mend(engines, test('t', { p, other: 1 }, fires));
    expect(beside?.words).toBe(now ? alone?.words : `in "R" leave out ${was}`);
    expect(beside?.rule.when).toHaveLength(now ? 2 : 1);
    expect(beside?.rule.when[0]).toBe(asked);
  });

  it('is switched on where nothing else keeps it from firing', () => {
    const muted = rule([asked], { enabled: false, name: '' });
    const { enabled: _off, ...on } = muted;
    expect(mend([engine('e', muted)], test('t', { other: 1 }, fires))).toEqual({
      kind: 'rule',
      words: 'switch "r" on',
      engine_id: 'e',
      rule: on,
      also_breaks: [],
    });
    expect(mend([engine('e', muted)], test('t', {}, fires))).toBeUndefined();
    const both = rule([asked, ask('p', 'eq', 'a')], { enabled: false });
    expect(mend([engine('e', both)], test('t', { other: 1, p: 'b' }, fires))).toBeUndefined();
  });

  it('is not mended where two conditions are in its way, or its engine is off', () => {
    const both = rule([ask('p', 'eq', 'a'), ask('q', 'eq', 'a')]);
    expect(mend([engine('e', both)], test('t', { p: 'b', q: 'b' }, fires))).toBeUndefined();
    const off = { ...engine('e', rule([ask('p', 'eq', 'a')])), enabled: false };
    expect(mend([off], test('t', { p: 'b' }, fires))).toBeUndefined();
  });
});

describe('a rule that should be silent', () => {
  it.each<[string, Condition, unknown, string | undefined]>([
    ['no longer takes the value in', ask('p', 'in', ['a', 'b']), 'a', 'p is one of b'],
    ['no longer counts the bound itself', ask('p', 'gte', 5), 5, 'p is more than 5'],
    ['raises its bound to the value', ask('p', 'gt', 5), 7, 'p is more than 7'],
    ['lowers its bound to the value', ask('p', 'lte', 5), 2, 'p is less than 2'],
    ['is not mended where nothing would be left', ask('p', 'in', ['a']), 'a', undefined],
    ['is not mended where it asks for one value', ask('p', 'eq', 'a'), 'a', undefined],
    ['is not mended where it searches a text', ask('p', 'contains', '5'), '5', undefined],
    ['is not mended where it shuts values out', ask('p', 'not_in', ['b', 'c']), 'a', undefined],
  ])('%s', (_how, condition, p, now) => {
    const found = mend([engine('e', rule([asked, condition]))], test('t', { p, other: 1 }, silent));
    expect(found?.words).toBe(now && `in "R" ask "${now}" instead of "${conditionsText([condition])}"`);
  });
});

describe('a mend', () => {
  const both = rule([ask('p', 'gte', 2), ask('q', 'in', ['a', 'b'])]);
  const given = { p: 2, q: 'a' };

  it('is the one that breaks the fewest other tests, of those that break as many the first', () => {
    const engines = [engine('e', both)];
    const first = mend(engines, test('t', given, silent));
    expect([first?.words, first?.also_breaks]).toEqual([
      'in "R" ask "p is more than 2" instead of "p is at least 2"',
      [],
    ]);
    const second = mend(engines, test('t', given, silent), test('kept', { p: 2, q: 'b' }, fires));
    expect([second?.words, second?.also_breaks]).toEqual([
      'in "R" ask "q is one of b" instead of "q is one of a, b"',
      [],
    ]);
    const others = [test('one', { p: 2, q: 'b' }, fires), test('two', { p: 3, q: 'a' }, fires)];
    expect(mend(engines, test('t', given, silent), ...others)?.also_breaks).toEqual(['one']);
  });

  it('changes one rule of one engine', () => {
    const engines = [engine('e', both, { ...both, id: 's' }), engine('f', both)];
    const others = ['e/s', 'f/r'].map(name => test(name, given, { kind: 'fires', rule: name }));
    expect(mend(engines, test('t', given, silent), ...others)?.also_breaks).toEqual([]);
  });

  it('of a memory is looked for in each rule that adds it, and has to be enough', () => {
    const added: Expectation = { kind: 'included', memory: 'm', after: 'rules' };
    const absent: Expectation = { kind: 'excluded', memory: 'm', after: 'rules' };
    const other = rule([ask('p', 'lt', 9)], { id: 's', name: 'S', then: { add_memories: ['n', 'm'] } });
    const two = [engine('e', rule([ask('p', 'gt', 3)]), other)];
    expect(mend(two, test('t', { p: 2 }, absent))?.words).toBe(
      'in "S" ask "p is less than 2" instead of "p is less than 9"',
    );
    expect(mend(two, test('t', { p: 5 }, absent))).toBeUndefined();
    expect(mend([engine('e', other)], test('t', { p: 9 }, added))?.words).toBe(
      'in "S" ask "p is at most 9" instead of "p is less than 9"',
    );
  });

  it.each<Expectation>([
    { kind: 'section', section: 'state', memories: ['m'] },
    { kind: 'order', memories: ['m', 'n'], after: 'rules' },
    { kind: 'tokens', at_most: 0 },
    { kind: 'missing', variables: [] },
    { kind: 'contract', contract: 'c' },
  ])('does not come of one rule for %j', expectation => {
    expect(mend([engine('e', both)], test('t', { p: 0, q: 'a' }, expectation))).toBeUndefined();
  });
});
