import { describe, expect, it, vi } from 'vitest';
import type { Condition } from '../../model/rule.ts';
import { createRegexCache } from '../evaluation/regex-cache.ts';
import { AccessIndex } from './access-index.ts';
import { FieldValues } from './field-values.ts';
import { PredicateLists } from './predicate-lists.ts';
import { PredicateTable } from './predicate-table.ts';

const ask = (name: string, operator: Condition['operator'], value?: unknown): Condition => ({
  field: `addVar.${name}`,
  operator,
  value,
});

/** An index of rules by their conditions, and which of them are looked at for these variables. */
function indexOf(rules: readonly (readonly Condition[])[], expected = rules.length) {
  const values = new FieldValues();
  const predicates = new PredicateTable(values, createRegexCache());
  const index = new AccessIndex(values, predicates, expected);
  const proven = rules.map((conditions, slot) => index.add(slot, conditions));
  const isMatched = vi.spyOn(predicates, 'isMatched');
  const lookedAt = (given: Record<string, unknown>) => {
    const looked: number[] = [];
    const lists = new PredicateLists(predicates);
    vi.spyOn(lists, 'collect').mockImplementation(slots => looked.push(...slots));
    values.begin(new Map(Object.entries(given).map(([name, value]) => [`addVar.${name}`, value])));
    predicates.begin();
    isMatched.mockClear();
    index.collect(lists, [], []);
    return looked;
  };
  return { index, proven, lookedAt, isMatched };
}

describe('a rule is looked at', () => {
  it('where a variable has one of the values that it asks for', () => {
    const rules = [[ask('p', 'eq', 'a')], [ask('p', 'in', ['b', 'a', 'a'])], [ask('p', 'eq', 3)], []];
    const { lookedAt } = indexOf(rules);
    expect(['a', 'b', 3, '3', 'c', null].map(p => lookedAt({ p }))).toEqual([
      [3, 0, 1],
      [3, 1],
      [3, 2],
      [3],
      [3],
      [3],
    ]);
    expect(lookedAt({})).toEqual([3]);
  });

  it('where a condition holds that it shares with others, which is asked once', () => {
    const rules = [
      [ask('p', 'gt', 3)],
      [ask('p', 'gt', 3), ask('q', 'exists')],
      [ask('q', 'contains', 'x')],
      [ask('p', 'eq', { x: 1 })],
    ];
    const { lookedAt, isMatched } = indexOf(rules);
    expect(lookedAt({ p: 4 })).toEqual([0, 1]);
    expect(isMatched).toHaveBeenCalledTimes(3);
    expect(lookedAt({ p: 3, q: 'axb' })).toEqual([2]);
    expect(lookedAt({ p: { x: 1 } })).toEqual([3]);
    expect(lookedAt({})).toEqual([]);
  });

  it('no more once it is removed', () => {
    const { index, lookedAt } = indexOf([
      [ask('p', 'in', ['a', 'b'])],
      [ask('p', 'eq', 'a')],
      [ask('q', 'exists')],
      [],
    ]);
    expect(lookedAt({ p: 'a', q: 1 })).toEqual([3, 0, 1, 2]);
    for (const slot of [0, 2, 3, 9]) index.remove(slot);
    expect([lookedAt({ p: 'a', q: 1 }), lookedAt({ p: 'b' })]).toEqual([[1], []]);
  });
});

describe('a rule waits', () => {
  it.each<[string, Condition[], number | undefined]>([
    ['behind no condition where it has none', [], undefined],
    ['at a value before all else', [ask('p', 'contains', 'x'), ask('q', 'eq', 1), ask('r', 'not_exists')], 1],
    ['behind a text before what is missing', [ask('p', 'not_exists'), ask('q', 'contains', 'x')], 1],
    ['behind the beginning of a text', [ask('p', 'gt', 1), ask('q', 'starts_with', 'x')], 1],
    ['behind the end of a text', [ask('p', 'regex', 'x'), ask('q', 'ends_with', 'x')], 1],
    ['behind what never holds', [ask('p', 'gt', 1), ask('q', 'eq', null)], 1],
    ['behind what is missing before a number', [ask('p', 'gt', 1), ask('q', 'not_exists')], 1],
    ['behind a number before a pattern', [ask('p', 'regex', 'x'), ask('q', 'lte', 1)], 1],
    ['behind a pattern before what is there', [ask('p', 'exists'), ask('q', 'regex', 'x')], 1],
    ['behind what is there before an object', [ask('p', 'eq', { x: 1 }), ask('q', 'exists')], 1],
    ['behind an object before what is shut out', [ask('p', 'neq', 1), ask('q', 'in', [{ x: 1 }, 'a'])], 1],
    ['behind the first of those that are as good', [ask('p', 'contains', 'x'), ask('q', 'contains', 'x')], 0],
  ])('%s', (_where, conditions, at) => {
    expect(indexOf([conditions]).proven).toEqual([at === undefined ? undefined : conditions[at]]);
  });

  it('at the variable of which most values are known, where many share the reading of it', () => {
    const known = [...'abcdefgh'].map(value => [ask('q', 'eq', value)]);
    const both = [ask('p', 'eq', 'a'), ask('q', 'eq', 'b')];
    expect(indexOf([both], 100_000).proven).toEqual([both[0]]);
    expect(indexOf([...known, both], 100_000).proven.at(-1)).toBe(both[1]);
    // Four of eight are half of all, one of three a third, two of eight a quarter.
    const some = [...'abc'].map(value => [ask('p', 'eq', value)]);
    const more = [ask('q', 'in', ['a', 'b', 'c', 'd']), ask('p', 'eq', 'a')];
    expect(indexOf([...known, ...some, more], 100_000).proven.at(-1)).toBe(more[1]);
    expect(
      indexOf([...known, ...some, [ask('q', 'in', ['a', 'b']), ask('p', 'eq', 'a')]], 100_000).proven.at(-1),
    ).toEqual(ask('q', 'in', ['a', 'b']));
  });

  it('at a variable that is read already, where few rules would share another', () => {
    const one = [[ask('p', 'eq', 'a')]];
    const known = [...'abcdefgh'].map(value => [ask('q', 'eq', value), ask('p', 'eq', 'a')]);
    expect(indexOf([...one, ...known]).proven.at(-1)).toEqual(ask('p', 'eq', 'a'));
    expect(indexOf([...one, ...known], 100_000).proven.at(-1)).toEqual(ask('q', 'eq', 'h'));
  });
});
