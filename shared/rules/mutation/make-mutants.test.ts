import { describe, expect, it } from 'vitest';
import { constantsFor } from '../../../test/support/operator-constants.ts';
import type { Condition, ContextRule } from '../../model/rule.ts';
import { createRegexCache } from '../evaluation/regex-cache.ts';
import { type Operator, operatorNames, operators } from '../operators.ts';
import type { PlacedRule } from '../testing/rule-case.ts';
import { makeMutants, mutantsOf, mutated } from './make-mutants.ts';

const regexes = createRegexCache();
const ruleOf = (id: string, when: Condition[], ...memories: string[]): ContextRule => ({
  id,
  name: `Rule ${id}`,
  when,
  then: { add_memories: memories },
});
const placed = (rule: ContextRule, engineId = 'e'): PlacedRule => ({ engineId, rule });
const told = (at: PlacedRule) => [...mutantsOf(at)].map(({ kind, words }) => `${kind}: ${words}`);
/** The mutants of a rule that asks only this. */
const ofCondition = (operator: Operator, value?: unknown) =>
  [...mutantsOf(placed(ruleOf('r', [{ field: 'addVar.p', operator, value }])))].slice(1);
const valuesOf = (mutants: ReturnType<typeof ofCondition>, kind: string) =>
  mutants.flatMap(({ kind: own, change }) =>
    own === kind && change.kind === 'replace' ? (change.by?.when.map(({ value }) => value) ?? []) : [],
  );

/** Told by the values beside the constant that both can be compared with. */
function areOpposite(one: Operator, other: Operator, constant: unknown): boolean {
  const values = [one, other].flatMap(name => [...operators[name].boundaries(constant)]);
  return values.every(value => {
    const outcomes = [one, other].map(name => operators[name].test(value, constant, regexes));
    return outcomes.includes('error') || new Set(outcomes).size === 2;
  });
}

describe('the mutants of a rule', () => {
  const when: Condition[] = [
    { field: 'addVar.phase', operator: 'eq', value: 'a' },
    { field: 'addVar.n', operator: 'gte', value: 3 },
    { field: 'addVar.tags', operator: 'in', value: ['x', 'y'] },
    { field: 'addVar.t', operator: 'starts_with', value: 'ab' },
    { field: 'addVar.u', operator: 'regex', value: '^a' },
  ];
  const at = placed(ruleOf('r', when, 'm', 'n', 'm'));

  it('are one for each small fault, in words that stand behind its name', () => {
    expect(told(at)).toEqual([
      'mute_rule: is muted',
      'drop_condition: without "phase is a"',
      'negate_condition: asks "phase is not a" instead of "phase is a"',
      'swap_operator: asks "phase contains a" instead of "phase is a"',
      'drop_condition: without "n is at least 3"',
      'swap_operator: asks "n is more than 3" instead of "n is at least 3"',
      'negate_condition: asks "n is less than 3" instead of "n is at least 3"',
      'swap_operator: asks "n is at most 3" instead of "n is at least 3"',
      'shift_bound: asks "n is at least 2" instead of "n is at least 3"',
      'shift_bound: asks "n is at least 4" instead of "n is at least 3"',
      'drop_condition: without "tags is one of x, y"',
      'negate_condition: asks "tags is none of x, y" instead of "tags is one of x, y"',
      'drop_value: asks "tags is one of y" instead of "tags is one of x, y"',
      'drop_value: asks "tags is one of x" instead of "tags is one of x, y"',
      'drop_condition: without "t starts with ab"',
      'swap_operator: asks "t ends with ab" instead of "t starts with ab"',
      'drop_condition: without "u matches ^a"',
      'remove_memory: does not add m',
      'remove_memory: does not add n',
    ]);
  });

  it('change the rule in one place each', () => {
    const changes = [...mutantsOf(at)].map(({ change }) => change);
    expect(changes[0]).toEqual({ kind: 'replace', by: undefined, isSameThen: false });
    expect(changes[4]).toEqual({
      kind: 'replace',
      by: { ...at.rule, when: when.filter((_, index) => index !== 1) },
      isSameThen: true,
    });
    expect(changes[6]).toEqual({
      kind: 'replace',
      by: { ...at.rule, when: when.with(1, { field: 'addVar.n', operator: 'lt', value: 3 }) },
      isSameThen: true,
    });
    expect(changes.at(-2)).toEqual({
      kind: 'replace',
      by: { ...at.rule, then: { add_memories: ['n'] } },
      isSameThen: false,
    });
  });

  it.each(operatorNames)('of "%s" negate it by what holds exactly where it does not', operator => {
    for (const value of constantsFor(operator)) {
      const found = ofCondition(operator, value).flatMap(({ kind, change }) =>
        change.kind === 'replace' && kind === 'negate_condition'
          ? (change.by?.when.map(one => one.operator) ?? [])
          : [],
      );
      const opposites = operatorNames.filter(
        other => operators[other].takes === operators[operator].takes && areOpposite(operator, other, value),
      );
      expect([value, found]).toEqual([value, opposites]);
    }
  });

  it('negate nothing that holds for no value, and shift no bound that is none or does not move', () => {
    const kinds = (operator: Operator, value?: unknown) =>
      new Set(ofCondition(operator, value).map(({ kind }) => kind));
    expect(kinds('eq')).toEqual(new Set(['drop_condition', 'swap_operator']));
    expect(kinds('gt', 'many')).toEqual(new Set(['drop_condition', 'swap_operator']));
    expect(kinds('gt', 1e300).has('shift_bound')).toBe(false);
    expect(valuesOf(ofCondition('gt', ' 3 '), 'shift_bound')).toEqual([2, 4]);
    expect(kinds('eq', 3).has('shift_bound')).toBe(false);
    expect(kinds('in', 'x')).toEqual(new Set(['drop_condition', 'swap_operator']));
    expect(kinds('eq', ['x', 'y']).has('drop_value')).toBe(false);
  });

  it('leave out twenty values of a long list, one each', () => {
    const values = Array.from({ length: 23 }, (_, index) => index);
    const left = valuesOf(ofCondition('in', values), 'drop_value');
    expect(left).toEqual(values.slice(0, 20).map(gone => values.filter(value => value !== gone)));
  });
});

describe('the mutants of rules', () => {
  const [one, two, none, other] = [
    placed(ruleOf('one', [], 'm')),
    placed({ ...ruleOf('two', [], 'n'), name: '' }),
    placed(ruleOf('none', [])),
    placed(ruleOf('other', [], 'o'), 'f'),
  ];

  it('turn those around that follow each other in one engine and both add something', () => {
    const reorders = (...rules: PlacedRule[]) =>
      [...makeMutants(rules)].flatMap(({ kind, at, words }) =>
        kind === 'reorder' ? [`${at.rule.id} ${words}`] : [],
      );
    expect(reorders(one, two, none, other)).toEqual(['one comes behind two']);
    expect(reorders(two, one)).toEqual(['two comes behind Rule one']);
    expect([reorders(none, one), reorders(one, none), reorders(one, other)]).toEqual([[], [], []]);
  });

  it('come in the order of the rules', () => {
    const told = [...makeMutants([one, two])].map(({ kind, at }) => `${at.rule.id} ${kind}`);
    expect(told).toEqual([
      'one mute_rule',
      'one remove_memory',
      'one reorder',
      'two mute_rule',
      'two remove_memory',
    ]);
  });

  it('leave all other rules as they are', () => {
    const rules = [one, two, none];
    const [muted, without, reorder] = makeMutants(rules);
    if (!muted || !without || !reorder) throw new Error('there are three at least');
    expect(mutated(rules, muted)).toEqual([two, none]);
    const [first, ...rest] = mutated(rules, without);
    expect(first).toEqual({ engineId: 'e', rule: { ...one.rule, then: { add_memories: [] } } });
    expect(rest).toEqual([two, none]);
    expect(mutated(rules, reorder)).toEqual([two, one, none]);
    // Of engines that a request names, not every rule follows the one that followed it.
    expect(mutated([none, one, other], reorder)).toEqual([none, one, other]);
    expect(mutated([other], muted)).toEqual([other]);
  });
});
