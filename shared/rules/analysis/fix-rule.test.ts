import { describe, expect, it } from 'vitest';
import { requestOf } from '../../../test/support/engine-definitions.ts';
import type { Condition } from '../../model/rule.ts';
import { createRegexCache } from '../evaluation/regex-cache.ts';
import { fires, fixRule } from './fix-rule.ts';

const regexes = createRegexCache();
const ask = (name: string, operator: Condition['operator'], value?: unknown): Condition => ({
  field: `addVar.${name}`,
  operator,
  ...(value !== undefined && { value }),
});
const rule = (...when: Condition[]) => ({ id: 'r', name: 'R', when, then: { add_memories: [] } });
const fix = (given: Record<string, unknown>, ...when: Condition[]) =>
  fixRule(rule(...when), requestOf({ additional_variables: given }), regexes);

describe('the fewest variables to change so that a rule fires', () => {
  it('are those whose conditions do not hold, with what they were and what they come to be', () => {
    const when = [
      ask('a', 'eq', 1),
      ask('b', 'exists'),
      ask('b', 'gt', 3),
      ask('c', 'not_exists'),
      ask('d', 'eq', 4),
    ];
    expect(fix({ a: 1, b: 2, c: 3 }, ...when)).toEqual({
      distance: 3,
      kind: 'found',
      changes: [
        { field: 'addVar.b', from: 2, to: 4 },
        { field: 'addVar.c', from: 3 },
        { field: 'addVar.d', to: 4 },
      ],
      request: requestOf({ additional_variables: { a: 1, b: 4, d: 4 } }),
    });
    expect(fix({ a: 1 }, ask('a', 'eq', 1))).toEqual({
      distance: 0,
      kind: 'found',
      changes: [],
      request: requestOf({ additional_variables: { a: 1 } }),
    });
    expect(fix({ a: null }, ask('a', 'eq', 1)).changes).toEqual([{ field: 'addVar.a', to: 1 }]);
  });

  it('are none where no value satisfies all, and not known where a pattern hides one', () => {
    expect(fix({}, ask('a', 'eq', 1), ask('a', 'eq', 2))).toEqual({ distance: 2, kind: 'none', changes: [] });
    const hidden = [ask('a', 'regex', '^a.*b$'), ask('a', 'regex', '^.{7}$')];
    expect(fix({}, ...hidden)).toEqual({ distance: 2, kind: 'unknown', changes: [] });
    expect(fix({}, ...hidden, ask('b', 'eq', 1), ask('b', 'eq', 2)).kind).toBe('none');
  });

  it('are chosen together where one lies in another', () => {
    const inside = [ask('o', 'eq', { x: 1 }), ask('o.x', 'eq', 1)];
    expect(fix({ o: 5, other: 1 }, ...inside)).toMatchObject({
      distance: 2,
      kind: 'found',
      request: { additional_variables: { o: { x: 1 }, other: 1 } },
    });
    expect(fix({ o: { x: 2 } }, ask('o.x', 'eq', 1), ask('o', 'exists')).request).toEqual(
      requestOf({ additional_variables: { o: { x: 1 } } }),
    );
    expect(fix({}, ask('o', 'eq', { x: 1 }), ask('o.x', 'eq', 2))).toEqual({
      distance: 2,
      kind: 'none',
      changes: [],
    });
    // The first value that the object may have says what the name in it must not be; what lies elsewhere stays.
    const choosing = [
      ask('p', 'neq', 3),
      ask('o', 'in', [{ x: 2 }, { x: 1 }]),
      ask('o.x', 'neq', 2),
      ask('q', 'eq', 1),
    ];
    expect(fix({ p: 1 }, ...choosing.slice(0, 3))).toMatchObject({
      distance: 1,
      kind: 'found',
      request: { additional_variables: { p: 1, o: { x: 1 } } },
    });
    expect(fix({ p: 1, o: { x: 2 } }, ...choosing.slice(0, 3)).request).toEqual(
      requestOf({ additional_variables: { p: 1, o: { x: 1 } } }),
    );
    const hidden = [ask('h', 'regex', '^a.*b$'), ask('h', 'regex', '^.{7}$')];
    expect(fix({ h: 'a-----b' }, ...hidden, ...choosing.slice(1, 3)).request).toEqual(
      requestOf({ additional_variables: { h: 'a-----b', o: { x: 1 } } }),
    );
    // What is in the way need not be wrong itself.
    expect(fix({ o: { x: 2 } }, ask('o', 'neq', 5), ask('o.x', 'not_exists'))).toMatchObject({
      distance: 1,
      kind: 'found',
      request: { additional_variables: { o: {} } },
    });
    // A name with a dot that the object would say once more is left out, and no other.
    expect(fix({ 'o.x': 2, 'o.y': 3 }, ask('o', 'eq', { x: 1 }))).toEqual({
      distance: 1,
      kind: 'found',
      changes: [
        { field: 'addVar.o.x', from: 2 },
        { field: 'addVar.o', to: { x: 1 } },
      ],
      request: requestOf({ additional_variables: { 'o.y': 3, o: { x: 1 } } }),
    });
    const deep = { 'o.x': { z: 1 }, 'o.x.y': 2, a: { 'o.x': 3 } };
    expect(fix(deep, ask('o', 'eq', { x: { y: 1 } }), ask('a.o', 'eq', { x: 4 }))).toMatchObject({
      changes: [
        { field: 'addVar.o.x', from: { z: 1 } },
        { field: 'addVar.o.x.y', from: 2 },
        { field: 'addVar.a.o.x', from: 3 },
        { field: 'addVar.o', to: { x: { y: 1 } } },
        { field: 'addVar.a.o', to: { x: 4 } },
      ],
      request: { additional_variables: { o: { x: { y: 1 } } } },
    });
    expect(fix({ 'o.x': 2 }, ...inside)).toMatchObject({
      distance: 2,
      kind: 'found',
      changes: [
        { field: 'addVar.o', to: { x: 1 } },
        { field: 'addVar.o.x', from: 2, to: 1 },
      ],
      request: { additional_variables: { o: { x: 1 } } },
    });
  });
});

it('a rule fires for a request whose variables are given in one way each', () => {
  const asking = rule(ask('a.b', 'eq', 1));
  const isFired = (additional_variables: Record<string, unknown>) =>
    fires(asking, requestOf({ additional_variables }), regexes);
  expect(
    [{ a: { b: 1 } }, { 'a.b': 1 }, { a: { b: 2 } }, { a: { b: 1 }, 'a.b': 1 }, {}].map(isFired),
  ).toEqual([true, true, false, false, false]);
});
