import { describe, expect, it } from 'vitest';
import type { Condition, ContextRule } from '../../model/rule.ts';
import { createRegexCache } from '../evaluation/regex-cache.ts';
import { dotted, hasRelated, judgeRule, judgeRules } from './judged-rule.ts';

const regexes = createRegexCache();
const ask = (name: string, operator: Condition['operator'], value?: unknown): Condition => ({
  field: `addVar.${name}`,
  operator,
  value,
});
const rule = (...when: Condition[]): ContextRule => ({
  id: 'r',
  name: 'R',
  when,
  then: { add_memories: ['m', 'n', 'm'] },
});

describe('a rule as analysis sees it', () => {
  it('has its fields, the objects above them, those that a missing variable fails, and what makes it fire', () => {
    const when = [ask('a.b.c', 'eq', 1), ask('p', 'neq', 2), ask('q', 'not_exists'), ask('a.b.c', 'exists')];
    const judged = judgeRule('e', rule(...when), regexes);
    expect(judged).toMatchObject({ ref: { engine_id: 'e', rule_id: 'r' }, rule: rule(...when) });
    expect([...judged.byField].map(([field, own]) => [field, own.map(({ condition }) => condition)])).toEqual(
      [
        ['addVar.a.b.c', [when[0], when[3]]],
        ['addVar.p', [when[1]]],
        ['addVar.q', [when[2]]],
      ],
    );
    expect([...judged.ancestors]).toEqual(['addVar', 'addVar.a', 'addVar.a.b']);
    expect(judged.selective.map(({ field }) => field)).toEqual(['addVar.a.b.c', 'addVar.q']);
    expect([...judged.memories]).toEqual(['m', 'n']);
    expect(judged.firing).toMatchObject({ kind: 'found' });
    expect(judged.witness?.get('addVar.a.b.c')).toBe(1);
  });

  it('has no witness where it cannot fire, or where nobody knows', () => {
    const never = judgeRule('e', rule(ask('p', 'eq', 1), ask('p', 'eq', 2)), regexes);
    const unknown = judgeRule('e', rule(ask('p', 'regex', '^a.*b$'), ask('p', 'regex', '^.{7}$')), regexes);
    expect([never, unknown].map(({ firing, witness }) => [firing.kind, witness])).toEqual([
      ['none', undefined],
      ['unknown', undefined],
    ]);
  });

  it('has a witness in which objects and what lies in them agree', () => {
    const judged = judgeRule('e', rule(ask('o', 'eq', { x: { y: 1 } }), ask('o.x.y', 'eq', 1)), regexes);
    expect([...(judged.witness ?? [])]).toEqual([
      ['addVar.o', { x: { y: 1 } }],
      ['addVar.o.x', { y: 1 }],
      ['addVar.o.x.y', 1],
    ]);
  });

  it('is judged where it is not muted and its engine is on', () => {
    const engine = {
      id: 'e',
      name: 'E',
      description: '',
      enabled: true,
      rules: [rule(), { ...rule(), enabled: false }],
    };
    const judged = judgeRules(
      [{ ...engine, id: 'off', enabled: false }, engine, { ...engine, id: 'f' }],
      regexes,
    );
    expect(judged.map(({ ref }) => ref.engine_id)).toEqual(['e', 'f']);
  });
});

it('a field is related to the objects that hold it and to what lies in it', () => {
  const judged = judgeRule('e', rule(ask('a.b', 'exists'), ask('p', 'exists')), regexes);
  const related = ['a', 'a.b', 'a.b.c', 'a.b.c.d', 'a.x', 'a.bc', 'p', 'p.x', 'q'].filter(name =>
    hasRelated(judged, dotted(`addVar.${name}`)),
  );
  expect(related).toEqual(['a', 'a.b.c', 'a.b.c.d', 'p.x']);
  expect(dotted('a.b.c')).toEqual({ field: 'a.b.c', beginnings: ['a', 'a.b'] });
});
