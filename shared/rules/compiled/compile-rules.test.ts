import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import type { Condition, ContextRule } from '../../model/rule.ts';
import { atOnce } from '../../stretches.ts';
import { evaluateRules } from '../evaluation/evaluate-rules.ts';
import { createRegexCache } from '../evaluation/regex-cache.ts';
import { conditionOutcome } from '../evaluation/test-condition.ts';
import { operatorNames } from '../operators.ts';
import { compileRules } from './compile-rules.ts';
import { createCompiledEngines } from './compiled-engines.ts';
import { compileTest } from './compiled-test.ts';
import { patternLiteral } from './pattern-literal.ts';

const values: unknown[] = [
  'a',
  'b',
  'ab',
  'abc',
  '',
  '5',
  ' 5 ',
  '1e3',
  5,
  2.5,
  -1,
  0,
  true,
  false,
  null,
  [],
  ['a'],
  [5, 'b'],
  { x: 1 },
  { x: { y: 'a' } },
];
const patterns = [
  'a',
  '^a',
  'b$',
  '^ab$',
  '(a|b)$',
  '^(?:a|ab)',
  'a|b',
  '(?i)A',
  'a.c',
  'ab?c',
  '[a-z]+b',
  'a(?=b)',
  '^$',
  'x{2}',
  'a\\.b',
  '(',
  'bc*',
];
const constant = fc.oneof(
  fc.constantFrom(...values),
  fc.uniqueArray(fc.constantFrom(...values), { maxLength: 4 }),
  fc.constantFrom(...patterns),
);
const fields = ['addVar.p', 'addVar.q', 'scope.agent.agent_type', 'input.text', 'unprefixed'];
const condition: fc.Arbitrary<Condition> = fc.record({
  field: fc.constantFrom(...fields),
  operator: fc.constantFrom(...operatorNames),
  value: constant,
});
const rule: fc.Arbitrary<ContextRule> = fc.record({
  id: fc.uuid(),
  name: fc.constant('r'),
  priority: fc.constantFrom(0, 5, 10),
  enabled: fc.boolean().map(muted => !muted),
  when: fc.array(condition, { maxLength: 4 }),
  then: fc.constant({ add_memories: ['m'] }),
});
const request = fc.record({
  scope_variables: fc.record({
    agent: fc.record({ agent_type: fc.constantFrom(...values) }, { requiredKeys: [] }),
  }),
  additional_variables: fc.record(
    { p: fc.constantFrom(...values, ...patterns), q: fc.constantFrom(...values) },
    { requiredKeys: [] },
  ),
  input: fc.constantFrom('a', 'ab', 'abc', 'xx', 'fix bc'),
});
const runs = propertyRuns(30_000);

function reference(rules: readonly ContextRule[], variables: ReadonlyMap<string, unknown>): string[] {
  const regexes = createRegexCache();
  return rules
    .filter(
      one =>
        one.enabled !== false &&
        one.when.every(test => conditionOutcome(test, variables, regexes) === 'matched'),
    )
    .toSorted((left, right) => (right.priority ?? 0) - (left.priority ?? 0))
    .map(one => one.id);
}

function lookup(given: { additional_variables: object; input: string }): Map<string, unknown> {
  const own = Object.entries(given.additional_variables).map(
    ([name, value]) => [`addVar.${name}`, value] as const,
  );
  return new Map<string, unknown>([...own, ['input.text', given.input]]);
}

describe('compiled rules', () => {
  it('fire exactly like the plain evaluator, in the same order', () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 12 }), request, (rules, given) => {
        const variables = lookup(given);
        expect(
          compileRules(rules)
            .firing(variables)
            .map(one => one.id),
        ).toEqual(reference(rules, variables));
      }),
      { numRuns: runs },
    );
  });

  it('stay right while rules are put and removed', () => {
    fc.assert(
      fc.property(
        fc.array(rule, { minLength: 2, maxLength: 8 }),
        rule,
        fc.array(request, { minLength: 2, maxLength: 3 }),
        (rules, other, requests) => {
          const compiled = compileRules(rules);
          const changed = { ...other, id: rules[0]?.id ?? '' };
          compiled.put(changed);
          compiled.remove(rules[1]?.id ?? '');
          compiled.put(other);
          const now = [changed, ...rules.slice(2), other];
          for (const given of requests) {
            expect(compiled.firing(lookup(given)).map(one => one.id)).toEqual(reference(now, lookup(given)));
            expect(compiled.fieldsGiven(lookup(given)).sort()).toEqual(
              compileRules(now).fieldsGiven(lookup(given)).sort(),
            );
          }
        },
      ),
      { numRuns: runs / 5 },
    );
  });

  it('stay right when there are more rules, conditions and values than room was made for', () => {
    const numbered = (at: number): ContextRule => ({
      id: `r${at}`,
      name: 'r',
      priority: at % 7,
      when: [
        { field: `addVar.f${at % 3}`, operator: 'in', value: [at % 5, at] },
        { field: `addVar.f${at % 4}`, operator: 'neq', value: at },
        { field: 'addVar.g', operator: 'lt', value: at % 900 },
        { field: 'addVar.t', operator: 'regex', value: `^${at % 40}` },
      ],
      then: { add_memories: ['m'] },
    });
    const rules = Array.from({ length: 1500 }, (_, at) => numbered(at));
    const compiled = compileRules(rules);
    const changed = rules.map((rule, at) => (at % 2 === 0 ? { ...numbered(at + 1501), id: rule.id } : rule));
    const requests = [0, 3, 4, 701, 1499, 2000].map(
      value =>
        new Map<string, unknown>([
          ['addVar.f0', value],
          ['addVar.f1', value % 5],
          ['addVar.f2', value % 5],
          ['addVar.g', value % 500],
          ['addVar.t', `${value % 40} days`],
        ]),
    );
    const fired = () => requests.map(variables => compiled.firing(variables).map(rule => rule.id));
    expect(fired()).toEqual(requests.map(variables => reference(rules, variables)));
    for (const rule of changed) compiled.put(rule);
    expect(fired()).toEqual(requests.map(variables => reference(changed, variables)));
    expect(fired().flat().length).toBeGreaterThan(100);
  });

  it('give whole evaluations equal to the plain ones, also explained and with disabled engines', () => {
    const engine = fc.record({
      enabled: fc.boolean(),
      rules: fc.array(rule, { minLength: 30, maxLength: 40 }),
    });
    fc.assert(
      fc.property(engine, request, fc.boolean(), ({ enabled, rules }, given, explain) => {
        const engines = [{ id: 'e', name: 'E', description: '', enabled, rules }];
        const compiled = createCompiledEngines(createRegexCache());
        const plain = evaluateRules(given, engines, { explain });
        for (const _time of ['seen', 'compiled', 'again'])
          expect(evaluateRules(given, engines, { explain, compiled })).toEqual(plain);
      }),
      { numRuns: runs / 20 },
    );
  });

  it('are compiled with a stop after each rule, once, where an engine has enough of them', () => {
    const engineOf = (count: number) => ({
      ...{ id: 'e', name: 'E', description: '', enabled: true },
      rules: fc.sample(rule, { numRuns: count, seed: 1 }),
    });
    const compiled = createCompiledEngines(createRegexCache());
    const engines = [engineOf(40), engineOf(3), engineOf(50)];
    expect([...compiled.compile(engines)]).toHaveLength(90);
    expect([...compiled.compile(engines)]).toEqual([]);
    expect(engines.map(engine => compiled.of(engine) !== undefined)).toEqual([true, false, true]);
    // Otherwise one of thirty rules and more is compiled when it comes a second time, and kept.
    const [most, enough] = [engineOf(29), engineOf(30)];
    expect([compiled.of(most), compiled.of(most), compiled.of(enough)]).toEqual(Array.from({ length: 3 }));
    const kept = compiled.of(enough);
    expect([kept !== undefined, compiled.of(enough) === kept]).toEqual([true, true]);
    expect([...compiled.compile([enough, engineOf(30)])]).toHaveLength(30);
    expect(compiled.of(enough)).toBe(kept);
    expect(compiled.actingIn(enough)).toBe(compiled.actingIn(enough));
    expect(atOnce(compiled.unusableIn(enough))).toBe(atOnce(compiled.unusableIn(enough)));
    expect(compiled.inOrder(engines)).toBe(compiled.inOrder(engines));
  });

  it('know which fields were given, as the plain evaluator does', () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 6 }), request, (rules, given) => {
        const engine = { id: 'e', name: 'E', description: '', enabled: true, rules };
        const { variablesUsed } = evaluateRules({ ...given, scope_variables: {} }, [engine]);
        expect(compileRules(rules).fieldsGiven(lookup(given)).sort()).toEqual(variablesUsed);
      }),
      { numRuns: runs / 10 },
    );
  });

  it('test every condition like the plain evaluator', () => {
    const regexes = createRegexCache();
    fc.assert(
      fc.property(
        condition,
        fc.constantFrom(...values, ...patterns, undefined),
        ({ operator, value }, actual) => {
          const known = { field: 'addVar.p', operator, value };
          const outcome = conditionOutcome(known, new Map([['addVar.p', actual]]), regexes);
          expect(compileTest(known, regexes)(actual ?? undefined)).toBe(outcome === 'matched');
        },
      ),
      { numRuns: runs },
    );
  });

  it('read literals of a pattern only where they mean the same', () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      'ab',
      '^',
      '$',
      '|',
      '(',
      ')',
      '(?:',
      '.',
      '*',
      '+',
      '?',
      '[ab]',
      '[^a]',
      '[[:alpha:]b[c]',
      '{2}',
      '\\.',
      '(?i)',
      '😀',
    );
    const pattern = fc.array(atom, { maxLength: 6 }).map(parts => parts.join(''));
    const subject = fc
      .array(fc.constantFrom('a', 'b', '.', '\n', 'A', '😀', 'x'), { maxLength: 5 })
      .map(parts => parts.join(''));
    const regexes = createRegexCache();
    fc.assert(
      fc.property(pattern, subject, (text, tried) => {
        const compiled = regexes.get(text);
        fc.pre(compiled.ok && patternLiteral(text) !== undefined);
        const isFound = compiled.ok && compiled.isFoundIn(tried);
        expect(compileTest({ field: 'addVar.p', operator: 'regex', value: text }, regexes)(tried)).toBe(
          isFound,
        );
      }),
      { numRuns: runs },
    );
  });
});

describe('when the time is over', () => {
  const text: Condition = { field: 'input.text', operator: 'regex', value: '[ab]x' };
  const mode: Condition = { field: 'addVar.mode', operator: 'eq', value: 'fast' };
  const rulesOf = (...whens: Condition[][]): ContextRule[] =>
    whens.map((when, at) => ({ id: `r${at}`, name: '', when, then: { add_memories: [] } }));
  const variables = new Map<string, unknown>([
    ['input.text', 'ax'.repeat(4000)],
    ['addVar.mode', 'fast'],
  ]);
  const firing = (rules: ContextRule[], looksInTime: number) => {
    let looks = 0;
    const unjudged: ContextRule[] = [];
    const fired = compileRules(rules).firing(variables, { isOver: () => ++looks > looksInTime, unjudged });
    return [fired, unjudged].map(list => list.map(rule => rule.id));
  };
  const other: Condition = { ...text, value: '[bc]x|[ad]x' };
  const rules = rulesOf(
    [text],
    [mode, text],
    [other],
    [mode, other],
    [mode],
    [{ ...mode, value: 'slow' }, other],
  );

  it('rules fire that were judged, those are named whose text nobody searched', () => {
    expect(firing(rules, 0)).toEqual([['r4'], ['r0', 'r1', 'r2', 'r3']]);
    expect(firing(rules, 2)[1]).toHaveLength(2);
    expect(firing(rules, 9)).toEqual([['r0', 'r1', 'r2', 'r3', 'r4'], []]);
  });

  it('nothing of it stays for the next evaluation', () => {
    const compiled = compileRules(rules);
    compiled.firing(variables, { isOver: () => true, unjudged: [] });
    expect(compiled.firing(variables)).toHaveLength(5);
  });
});
