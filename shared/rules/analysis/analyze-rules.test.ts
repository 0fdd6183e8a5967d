import { describe, expect, it } from 'vitest';
import type { PersistentMemory } from '../../model/memory.ts';
import type { Condition, ContextRule } from '../../model/rule.ts';
import { createRegexCache } from '../evaluation/regex-cache.ts';
import { analyzeRules } from './analyze-rules.ts';
import { fires } from './fix-rule.ts';

const rule = (id: string, when: Condition[], memories = ['m']): ContextRule => ({
  id,
  name: id,
  when,
  then: { add_memories: memories },
});
const engine = (...rules: ContextRule[]) => ({ id: 'e', name: 'E', description: '', enabled: true, rules });
const memory: PersistentMemory = {
  id: 'm',
  label: 'M',
  version: '1.0.0',
  status: 'active',
  inputs_scope: [],
  additional_variables: [],
  retrieval: { pipeline: [] },
  contribution: { section: 'state', priority: 'low', format: 'prose' },
};
const samples = [
  { id: 's', name: 's', request: { scope_variables: {}, additional_variables: { n: 3, t: 'text' } } },
];
const codes = (...rules: ContextRule[]) =>
  analyzeRules({ engines: [engine(...rules)], memories: [memory], samples }).map(
    ({ code, possible, rules: refs }) =>
      `${possible ? 'possible ' : ''}${code} ${refs.map(ref => ref.rule_id).join(' ')}`.trim(),
  );

describe('analyzeRules', () => {
  it.each<[string, Condition[], string[]]>([
    [
      'a contradiction in text',
      [
        { field: 'addVar.t', operator: 'starts_with', value: 'a' },
        { field: 'addVar.t', operator: 'starts_with', value: 'b' },
      ],
      ['never-fires r'],
    ],
    [
      'an empty interval',
      [
        { field: 'addVar.n', operator: 'gt', value: 3 },
        { field: 'addVar.n', operator: 'lt', value: 3 },
      ],
      ['never-fires r'],
    ],
    [
      'an object and a different leaf in it',
      [
        { field: 'addVar.o', operator: 'eq', value: { a: 1 } },
        { field: 'addVar.o.a', operator: 'eq', value: 2 },
      ],
      ['never-fires r'],
    ],
    [
      'an object and its own leaf',
      [
        { field: 'addVar.o', operator: 'eq', value: { a: 1 } },
        { field: 'addVar.o.a', operator: 'eq', value: 1 },
      ],
      [],
    ],
    [
      'a leaf of an object that must not be there',
      [
        { field: 'addVar.o', operator: 'not_exists' },
        { field: 'addVar.o.a', operator: 'eq', value: 1 },
      ],
      [],
    ],
    [
      'a regex that contradicts a list',
      [
        { field: 'addVar.t', operator: 'in', value: ['x', 'y'] },
        { field: 'addVar.t', operator: 'regex', value: '^z' },
      ],
      ['never-fires r'],
    ],
    [
      'a regex with a sample',
      [{ field: 'addVar.t', operator: 'regex', value: '(?i)urgent|^hot(fix)?s?$' }],
      [],
    ],
    [
      'a regex against a prefix',
      [
        { field: 'addVar.t', operator: 'regex', value: '^a[0-9]+$' },
        { field: 'addVar.t', operator: 'starts_with', value: 'b' },
      ],
      ['possible never-fires r'],
    ],
    ['no condition', [], ['always-fires r']],
    [
      'a condition nothing fails',
      [{ field: 'addVar.n', operator: 'not_in', value: [] }],
      ['always-fires r', 'fires-on-missing r'],
    ],
    [
      'a variable that may be missing',
      [{ field: 'addVar.t', operator: 'neq', value: 'x' }],
      ['fires-on-missing r'],
    ],
    [
      'the same with exists',
      [
        { field: 'addVar.t', operator: 'neq', value: 'x' },
        { field: 'addVar.t', operator: 'exists' },
      ],
      [],
    ],
    [
      'null where exists is meant',
      [{ field: 'addVar.t', operator: 'eq', value: null }],
      ['never-fires r', 'null-constant r'],
    ],
    ['a text for a number', [{ field: 'addVar.n', operator: 'eq', value: '3' }], ['type-mismatch r']],
    [
      'a bad pattern',
      [{ field: 'addVar.t', operator: 'regex', value: 'a(?=b)' }],
      ['never-fires r', 'bad-pattern r'],
    ],
    [
      'a pattern as other languages write it',
      [{ field: 'addVar.t', operator: 'regex', value: '/PLAN/i' }],
      ['delimited-pattern r'],
    ],
    ['a part of a path', [{ field: 'addVar.t', operator: 'regex', value: '/src/' }], []],
    [
      'a field without prefix',
      [{ field: 'phase', operator: 'exists' }],
      ['never-fires r', 'unknown-field r'],
    ],
    [
      'a number for the input text',
      [{ field: 'input.text', operator: 'eq', value: 5 }],
      ['never-fires r', 'type-mismatch r'],
    ],
  ])('judges %s', (_name, when, expected) => {
    expect(codes(rule('r', when))).toEqual(expected);
  });

  it('believes samples before what a standard field usually is, also where a memory asks for its scope', () => {
    const mismatched = (value: unknown, ...ids: unknown[]) => {
      const samples = ids.map((task_id, at) => ({
        id: `s${at}`,
        name: 'S',
        request: { scope_variables: { task: { task_id } } },
      }));
      const engines = [engine(rule('r', [{ field: 'scope.task.task_id', operator: 'eq', value }]))];
      const memories = [{ ...memory, inputs_scope: ['task' as const] }];
      return analyzeRules({ engines, memories, samples }).some(({ code }) => code === 'type-mismatch');
    };
    expect([mismatched(5, 5), mismatched('x', 5), mismatched(5, 5, 'x'), mismatched(5, null)]).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });

  it('tells a subsumed rule and a duplicate apart, once a pair', () => {
    const narrow = rule('narrow', [
      { field: 'addVar.t', operator: 'in', value: ['a', 'b'] },
      { field: 'addVar.n', operator: 'gte', value: 5 },
    ]);
    const wide = rule('wide', [{ field: 'addVar.n', operator: 'gt', value: 4 }]);
    const same = rule('same', [{ field: 'addVar.n', operator: 'gt', value: 4.0 }]);
    expect(codes(narrow, wide, same)).toEqual([
      'subsumed narrow wide',
      'subsumed narrow same',
      'duplicate same wide',
    ]);
  });

  it('says possible where a regex hides whether one rule lies within another', () => {
    const inner = rule('inner', [{ field: 'addVar.t', operator: 'regex', value: '^fix' }]);
    const outer = rule('outer', [{ field: 'addVar.t', operator: 'regex', value: '^fix|bug' }]);
    const other = rule('other', [{ field: 'addVar.t', operator: 'regex', value: 'bug$' }]);
    expect(codes(inner, outer)).toEqual(['possible subsumed inner outer']);
    expect(codes(inner, other)).toEqual([]);
  });

  it('knows unknown and unused memories and looks only at rules that are evaluated', () => {
    const muted = { ...rule('muted', []), enabled: false };
    expect(codes(muted, rule('r', [{ field: 'addVar.t', operator: 'exists' }], ['nope']))).toEqual([
      'unknown-memory r',
      'unused-memory',
    ]);
  });

  it('gathers rules that fire together and exceed the budget, and shows how', () => {
    const a = rule('a', [{ field: 'addVar.t', operator: 'eq', value: 'x' }], ['big']);
    const b = rule('b', [{ field: 'addVar.t', operator: 'eq', value: 'y' }], ['huge']);
    const c = rule('c', [{ field: 'addVar.n', operator: 'gt', value: 1 }], ['m']);
    const tokens: Record<string, number> = { big: 600, huge: 700, m: 500 };
    const findings = analyzeRules({
      engines: [engine(a, b, c)],
      memories: [memory, { ...memory, id: 'big' }, { ...memory, id: 'huge' }],
      samples,
      budget: { limit: 1000, tokensOf: id => tokens[id] ?? 0 },
    }).filter(({ code }) => code === 'co-fires-over-budget');
    expect(findings.map(({ rules, witness }) => [rules.map(ref => ref.rule_id), witness])).toEqual([
      [['b', 'c'], { scope_variables: {}, additional_variables: { t: 'y', n: 2 } }],
      [['a', 'c'], { scope_variables: {}, additional_variables: { t: 'x', n: 2 } }],
    ]);
  });

  it('proves every finding that has a witness with it', () => {
    const inner = rule('inner', [
      { field: 'addVar.o.a', operator: 'eq', value: 1 },
      { field: 'scope.agent.agent_type', operator: 'in', value: ['qa'] },
      { field: 'input.text', operator: 'contains', value: 'fix' },
    ]);
    const outer = rule('outer', [{ field: 'scope.agent.agent_type', operator: 'exists' }]);
    const [finding] = analyzeRules({ engines: [engine(inner, outer)], memories: [memory], samples });
    expect(finding?.witness).toEqual({
      scope_variables: { agent: { agent_type: 'qa' } },
      additional_variables: { o: { a: 1 } },
      input: { text: 'fix' },
    });
    expect(finding?.witness && fires(inner, finding.witness, createRegexCache())).toBe(true);
  });
});

describe('a rule that never fires says why', () => {
  const t = 'addVar.t';
  it.each<[string, Condition[]]>([
    [
      '"phase" has no known prefix',
      [
        { field: t, operator: 'exists' },
        { field: 'phase', operator: 'exists' },
      ],
    ],
    ['"is one of" needs a list of values', [{ field: t, operator: 'in', value: 'x' }]],
    ['nothing is in an empty list', [{ field: t, operator: 'in', value: [] }]],
    ['"is more than" needs a number', [{ field: t, operator: 'gt', value: 'abc' }]],
    ['RE2 has no look-around', [{ field: t, operator: 'regex', value: 'a(?=b)' }]],
    ['input.text never has such a value', [{ field: 'input.text', operator: 'eq', value: 5 }]],
    [
      'its conditions on addVar.t contradict each other',
      [
        { field: t, operator: 'eq', value: 'x' },
        { field: t, operator: 'eq', value: 'y' },
        { field: 'addVar.u', operator: 'exists' },
      ],
    ],
  ])('%s', (why, when) => {
    const [found] = analyzeRules({ engines: [engine(rule('r', when))], samples: [] }).filter(
      ({ code }) => code === 'never-fires',
    );
    expect(found?.message).toContain(why);
  });
});
