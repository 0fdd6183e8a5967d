import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../test/support/property-runs.ts';
import { isJsonEqual } from '../model/json.ts';
import type { ContextRule, ContextRuleEngine } from '../model/rule.ts';
import { type MergeConflict, mergeDocuments, mergeEngines } from './merge-engines.ts';

const rule = (id: string, changes: Partial<ContextRule> = {}): ContextRule => ({
  id,
  name: id,
  when: [],
  then: { add_memories: [] },
  ...changes,
});
const engine = (
  rules: readonly ContextRule[],
  changes: Partial<ContextRuleEngine> = {},
): ContextRuleEngine => ({
  id: 'e',
  name: 'E',
  description: '',
  enabled: true,
  rules: [...rules],
  ...changes,
});
const ids = ({ merged }: { merged: ContextRuleEngine | undefined }) => merged?.rules.map(({ id }) => id);

describe('mergeEngines', () => {
  const base = engine([rule('a'), rule('b'), rule('c')]);

  it('takes what each side changed, also in one rule', () => {
    const mine = engine([rule('a', { priority: 5 }), rule('b'), rule('c')], { name: 'Mine' });
    const theirs = engine([rule('a', { tags: ['t'] }), rule('b'), rule('c', { name: 'C' })], {
      enabled: false,
    });
    const merged = engine([rule('a', { priority: 5, tags: ['t'] }), rule('b'), rule('c', { name: 'C' })], {
      name: 'Mine',
      enabled: false,
    });
    expect(mergeEngines(base, mine, theirs)).toEqual({ merged, conflicts: [] });
  });

  it.each([
    ['both add behind the same rule', ['a', 'x', 'b', 'c'], ['a', 'y', 'b', 'c'], ['a', 'x', 'y', 'b', 'c']],
    ['one moves, the other adds', ['c', 'a', 'b'], ['a', 'b', 'x', 'c'], ['c', 'a', 'b', 'x']],
    ['one deletes, the other moves', ['a', 'c'], ['c', 'b', 'a'], ['c', 'a']],
    ['both delete different ones', ['a', 'b'], ['b', 'c'], ['b']],
    ['both move alike', ['c', 'b', 'a'], ['c', 'b', 'a'], ['c', 'b', 'a']],
    ['one adds at the start', ['x', 'a', 'b', 'c'], ['a', 'b', 'c', 'y'], ['x', 'a', 'b', 'c', 'y']],
  ])('orders rules when %s', (_, mine, theirs, merged) => {
    const of = (order: readonly string[]) => engine(order.map(id => rule(id)));
    expect(mergeEngines(base, of(mine), of(theirs))).toEqual({ merged: of(merged), conflicts: [] });
  });

  it('shows what both changed differently, and takes the side it is told', () => {
    const mine = engine([rule('a', { name: 'mine' }), rule('c')]);
    const theirs = engine([rule('a', { name: 'theirs' }), rule('b', { priority: 1 }), rule('c')]);
    const conflicts: MergeConflict[] = [
      { path: ['rules', 'a', 'name'], base: 'a', mine: 'mine', theirs: 'theirs' },
      { path: ['rules', 'b'], base: rule('b'), mine: undefined, theirs: rule('b', { priority: 1 }) },
    ];
    expect(mergeEngines(base, mine, theirs)).toEqual({ merged: mine, conflicts });
    expect(mergeEngines(base, mine, theirs, () => 'theirs')).toEqual({ merged: theirs, conflicts });
  });

  it('asks for the order when both moved rules differently', () => {
    const of = (order: string) => engine([...order].map(id => rule(id)));
    const conflicts = [
      { path: ['rules'], base: ['a', 'b', 'c'], mine: ['b', 'a', 'c'], theirs: ['a', 'c', 'b'] },
    ];
    expect(mergeEngines(base, of('bac'), of('acb'))).toEqual({ merged: of('bac'), conflicts });
    expect(mergeEngines(base, of('bac'), of('acb'), () => 'theirs').merged).toEqual(of('acb'));
  });

  it('merges a deleted or a new document as a whole', () => {
    expect(mergeEngines(base, undefined, base)).toEqual({ merged: undefined, conflicts: [] });
    expect(mergeEngines(base, base, undefined)).toEqual({ merged: undefined, conflicts: [] });
    const changed = engine([]);
    expect(mergeEngines(base, undefined, changed)).toEqual({
      merged: undefined,
      conflicts: [{ path: [], base, mine: undefined, theirs: changed }],
    });
    expect(mergeEngines(undefined, base, base)).toEqual({ merged: base, conflicts: [] });
    const other = engine([rule('x')], { name: 'Other' });
    const { merged, conflicts } = mergeEngines(undefined, base, other);
    expect([ids({ merged }), conflicts.map(({ path }) => path)]).toEqual([['a', 'b', 'c', 'x'], [['name']]]);
  });

  it('treats rules as one value where ids do not tell them apart', () => {
    const twins = engine([rule('a'), rule('a')]);
    const { conflicts } = mergeEngines(base, engine([]), twins);
    expect(conflicts).toEqual([{ path: ['rules'], base: base.rules, mine: [], theirs: twins.rules }]);
  });

  it('keeps keys that nobody knows, whatever they are called', () => {
    const parse = (text: string): ContextRuleEngine => JSON.parse(text);
    const [was, mine, theirs, both] = [
      '1,"y":1',
      '2,"y":1',
      '1,"y":{"constructor":2}',
      '2,"y":{"constructor":2}',
    ].map(values =>
      parse(`{"id":"e","name":"E","description":"","enabled":true,"rules":[],"__proto__":${values}}`),
    );
    expect(JSON.stringify(mergeEngines(was, mine, theirs))).toBe(
      JSON.stringify({ merged: both, conflicts: [] }),
    );
  });
});

describe('mergeDocuments', () => {
  it('merges memories and samples by their keys', () => {
    const base = { id: 's', name: 'S', request: { a: 1 } };
    expect(mergeDocuments(base, { ...base, name: 'Mine' }, { ...base, request: { a: 2 } })).toEqual({
      merged: { id: 's', name: 'Mine', request: { a: 2 } },
      conflicts: [],
    });
    const conflict = { path: ['request'], base: { a: 1 }, mine: { a: 3 }, theirs: { a: 2 } };
    expect(
      mergeDocuments(base, { ...base, request: { a: 3 } }, { ...base, request: { a: 2 } }).conflicts,
    ).toEqual([conflict]);
  });
});

describe('merging any two sides', () => {
  const values = fc.constantFrom(1, 2, 'x');
  const rules = fc.uniqueArray(
    fc.record(
      {
        id: fc.constantFrom('a', 'b', 'c', 'd', 'constructor'),
        name: fc.constantFrom('n', 'm'),
        when: fc.constantFrom([], [{ field: 'addVar.x', operator: 'exists' as const }]),
        then: fc.constantFrom({ add_memories: [] }, { add_memories: ['m'] }),
        priority: fc.constantFrom(1, 2),
        odd: values,
      },
      { requiredKeys: ['id', 'name', 'when', 'then'] },
    ),
    { selector: ({ id }) => id, maxLength: 5 },
  );
  const engines = fc.record(
    {
      id: fc.constant('e'),
      name: fc.constantFrom('E', 'F'),
      description: fc.constantFrom('', 'd'),
      enabled: fc.boolean(),
      rules,
      toString: values,
    },
    { requiredKeys: ['id', 'name', 'description', 'enabled', 'rules'] },
  ) as fc.Arbitrary<unknown> as fc.Arbitrary<ContextRuleEngine>; // optional keys are absent here, never undefined

  /** Every place that a change can be seen at: keys, rules, keys of rules. */
  const places = (document: ContextRuleEngine): Map<string, unknown> => {
    const { rules: own, ...others } = document;
    const keysOf = (value: object, path: readonly string[]) =>
      Object.entries(value).map(([key, part]) => [JSON.stringify([...path, key]), part] as const);
    return new Map([
      ...keysOf(others, []),
      ...own.flatMap(each => [
        [JSON.stringify(['rules', each.id]), true] as const,
        ...keysOf(each, ['rules', each.id]),
      ]),
    ]);
  };
  const isInConflict = (place: string, conflicts: readonly MergeConflict[]) => {
    const path: unknown = JSON.parse(place);
    return conflicts.some(
      conflict =>
        (Array.isArray(path) &&
          conflict.path.every((step, index) => path[index] === step) &&
          conflict.path.length > 1) ||
        JSON.stringify(conflict.path) === place,
    );
  };
  const lost = (
    base: ContextRuleEngine,
    side: ContextRuleEngine,
    { merged, conflicts }: ReturnType<typeof mergeEngines>,
  ) => {
    const [was, is, became] = [base, side, merged ?? base].map(places);
    const changed = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])].filter(
      place => !isJsonEqual(was?.get(place), is?.get(place)),
    );
    return changed.filter(
      place => !isJsonEqual(is?.get(place), became?.get(place)) && !isInConflict(place, conflicts),
    );
  };
  const orderOf = (document: ContextRuleEngine, among: ContextRuleEngine) =>
    document.rules.map(({ id }) => id).filter(id => among.rules.some(other => other.id === id));
  const byRuleId = (document: ContextRuleEngine | undefined) =>
    document && {
      ...document,
      rules: [...document.rules].sort((left, right) => (left.id < right.id ? -1 : 1)),
    };
  const runs = { numRuns: propertyRuns(5000) };

  it('loses no change of either silently', () => {
    fc.assert(
      fc.property(engines, engines, engines, (base, mine, theirs) => {
        const result = mergeEngines(base, mine, theirs);
        expect([lost(base, mine, result), lost(base, theirs, result)]).toEqual([[], []]);
      }),
      runs,
    );
  });

  it('gives the other side itself when one is unchanged', () => {
    fc.assert(
      fc.property(engines, engines, (base, changed) => {
        const copy = structuredClone(base);
        expect(mergeEngines(base, changed, copy)).toEqual({ merged: changed, conflicts: [] });
        expect(mergeEngines(base, copy, changed)).toEqual({ merged: changed, conflicts: [] });
        expect(mergeEngines(base, changed, structuredClone(changed)).merged).toBe(changed);
      }),
      runs,
    );
  });

  it('is the same for both sides, up to the order of rules', () => {
    const swap = ({ path, base, mine, theirs }: MergeConflict) => ({
      path,
      base,
      mine: theirs,
      theirs: mine,
    });
    const sorted = (conflicts: readonly MergeConflict[]) =>
      [...conflicts].sort((left, right) => (JSON.stringify(left.path) < JSON.stringify(right.path) ? -1 : 1));
    fc.assert(
      fc.property(engines, engines, engines, (base, mine, theirs) => {
        const forth = mergeEngines(base, mine, theirs);
        const back = mergeEngines(base, theirs, mine, () => 'theirs');
        expect(byRuleId(back.merged)).toEqual(byRuleId(forth.merged));
        expect(sorted(back.conflicts.map(swap))).toEqual(sorted(forth.conflicts));
      }),
      runs,
    );
  });

  it('keeps the order of the side that moved rules', () => {
    fc.assert(
      fc.property(engines, engines, engines, (base, mine, theirs) => {
        const { merged, conflicts } = mergeEngines(base, mine, theirs);
        if (merged === undefined || conflicts.length > 0) return;
        const orders = [mine, theirs].map(side => {
          const kept = side.rules.filter(({ id }) => merged.rules.some(other => other.id === id));
          return JSON.stringify(orderOf(merged, side)) === JSON.stringify(kept.map(({ id }) => id));
        });
        expect(orders).toContain(true);
      }),
      runs,
    );
  });
});
