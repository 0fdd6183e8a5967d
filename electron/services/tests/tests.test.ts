import { expect, it } from 'vitest';
import type { ContextContract } from '../../../shared/model/context-contract.ts';
import type { ContextTest, Expectation } from '../../../shared/model/context-test.ts';
import type { ContextRuleEngine } from '../../../shared/model/rule.ts';
import { startApp } from '../../../test/support/app-harness.ts';
import { memoryOf, requestOf, staticStep } from '../../../test/support/engine-definitions.ts';

const engine: ContextRuleEngine = {
  id: 'e',
  name: 'E',
  description: '',
  enabled: true,
  rules: [
    {
      id: 'risky',
      name: 'Risky',
      when: [{ field: 'addVar.risk', operator: 'gt', value: 0.6 }],
      then: { add_memories: ['checks'] },
    },
    { id: 'all', name: 'All', when: [], then: { add_memories: ['notes'] } },
  ],
};
const memories = [
  memoryOf('checks', { pipeline: [staticStep('check it')] }),
  memoryOf('notes', { pipeline: [staticStep('one note', 'another note')] }),
];
const testOf = (id: string, risk: number | undefined, ...expected: Expectation[]): ContextTest => ({
  id,
  name: id,
  request: requestOf(risk === undefined ? {} : { additional_variables: { risk } }),
  expect: expected,
});
const fires: Expectation = { kind: 'fires', rule: 'e/risky' };
const rulesOnly = { engines: [engine], samples: [] };
const given = { engines: [engine], memories, samples: [] };

it('saves, reads and deletes tests, and tells of it', async () => {
  const { call, ask, events, openEmpty } = startApp();
  await openEmpty();
  const test = { ...testOf('t', 1, fires), extra: true };
  const { hash } = await call('tests.save', { test, expected_hash: null });
  expect(await call('tests.list', {})).toEqual({ tests: [test], hashes: { t: hash }, problems: [] });
  expect(await call('tests.get', { id: 't' })).toEqual({ test, hash });
  expect(
    await ask('tests.save', { test: { ...test, expect: [{ kind: 'sings' }] }, expected_hash: hash }),
  ).toMatchObject({
    ok: false,
    error: { code: 'invalid_input' },
  });
  await call('tests.delete', { id: 't', expected_hash: hash });
  expect(events.slice(1)).toEqual([
    { event: 'project:changed', what: 'tests' },
    { event: 'project:changed', what: 'tests' },
  ]);
});

it('judges every kind of expectation by the assembled context', async () => {
  const { call } = startApp();
  const kinds: [boolean, Expectation][] = [
    [true, fires],
    [false, { kind: 'silent', rule: 'e/risky' }],
    [true, { kind: 'included', memory: 'checks', section: 'knowledge' }],
    [false, { kind: 'included', memory: 'checks', section: 'constraints' }],
    [false, { kind: 'included', memory: 'none' }],
    [true, { kind: 'included', memory: 'notes', after: 'rules' }],
    [false, { kind: 'excluded', memory: 'notes' }],
    [false, { kind: 'excluded', memory: 'none' }],
    [false, { kind: 'tokens', at_most: 9, of: { memory: 'none' } }],
    [false, { kind: 'silent', rule: 'e/none' }],
    [false, { kind: 'silent', rule: 'none/risky' }],
    [true, { kind: 'section', section: 'knowledge', memories: ['checks', 'notes'] }],
    [false, { kind: 'section', section: 'knowledge', memories: ['notes', 'checks'] }],
    [true, { kind: 'order', memories: ['checks', 'notes'] }],
    [false, { kind: 'order', memories: ['notes', 'checks'], after: 'rules' }],
    [true, { kind: 'tokens', at_most: 20 }],
    [false, { kind: 'tokens', at_most: 1, of: { memory: 'notes' } }],
    [true, { kind: 'tokens', at_most: 0, of: { section: 'constraints' } }],
    [true, { kind: 'missing', variables: [] }],
    [false, { kind: 'missing', variables: ['topic'] }],
  ];
  const tests = [testOf('t', 1, ...kinds.map(([, one]) => one))];
  const { passed, failed, results } = await call('tests.run', { ...given, tests });
  expect([passed, failed]).toEqual([0, 1]);
  expect(results[0]?.expectations.map(one => [one.passed, one.expectation])).toEqual(kinds);
  const unknown = results[0]?.expectations.filter(({ actual }) => actual.startsWith('there is no'));
  expect(unknown?.map(({ expected, actual, mends }) => [expected, actual, mends])).toEqual([
    ['none is not in the context', 'there is no memory "none"; did you mean "notes"?', []],
    ['none has at most 9 tokens', 'there is no memory "none"; did you mean "notes"?', []],
    ['e/none does not fire', 'there is no rule "e/none"', []],
    ['none/risky does not fire', 'there is no rule "none/risky"', []],
  ]);
});

it('names of what fails the smallest changes that mend it, each of which does', async () => {
  const { call } = startApp();
  const tests = [
    testOf('edge', 0.6, fires),
    testOf('above', 0.7, fires),
    testOf('kept', 0.1, { kind: 'silent', rule: 'e/risky' }),
  ];
  const { results } = await call('tests.run', { ...given, tests });
  expect(results.map(({ passed }) => passed)).toEqual([false, true, true]);
  const [ofRule, ofRequest] = results[0]?.expectations[0]?.mends ?? [];
  expect([ofRule?.words, ofRequest?.words]).toEqual([
    'in "Risky" ask "risk is at least 0.6" instead of "risk is more than 0.6"',
    expect.stringMatching(/^in the request make risk /),
  ]);
  const mended = ofRule?.kind === 'rule' ? ofRule : undefined;
  expect(mended?.also_breaks).toEqual([]);
  const rules = engine.rules.map(rule => (rule.id === 'risky' && mended ? mended.rule : rule));
  const again = await call('tests.run', { ...given, engines: [{ ...engine, rules }], tests });
  expect([again.passed, again.failed]).toEqual([3, 0]);
  const request = ofRequest?.kind === 'request' ? ofRequest.request : {};
  const changed = await call('tests.run', { ...given, tests: [{ ...testOf('edge', 0, fires), request }] });
  expect(changed.passed).toBe(1);
});

it('says why a test cannot be run, and refuses ids that there are not', async () => {
  const { call, ask } = startApp();
  const tests = [
    { id: 'none', name: 'None', expect: [] },
    { id: 'gone', name: 'Gone', sample: 'gone', expect: [] },
    { id: 'both', name: 'Both', sample: 'gone', request: {}, expect: [] },
    { id: 'bad', name: 'Bad', request: { scope_variables: 1 }, expect: [] },
    { id: 'unknown', name: 'Unknown', request: requestOf({ explicit_memory: ['nobody'] }), expect: [] },
    { id: 'empty', name: 'Empty', request: requestOf(), expect: [] },
  ];
  const { results } = await call('tests.run', { ...given, tests });
  expect(results.map(({ error }) => error)).toEqual([
    expect.stringContaining('no request'),
    'there is no sample "gone"',
    expect.stringContaining('keep one of them'),
    expect.stringContaining('its request is not one'),
    expect.stringContaining('nobody'),
    expect.stringContaining('it expects nothing'),
  ]);
  expect(await ask('tests.run', { ...given, tests, ids: ['nobody'] })).toMatchObject({
    ok: false,
    error: { code: 'not_found' },
  });
});

it('says what tests show, makes those that are missing, and counts the faults that they notice', async () => {
  const { call } = startApp();
  const before = await call('tests.coverage', { ...given, limit: 100, tests: [testOf('above', 0.7, fires)] });
  const stateOf = (words: string) => before.goals.find(goal => goal.words === words)?.state;
  expect([
    stateOf('Risky: fires'),
    stateOf('Risky: does not fire'),
    stateOf('Risky: risk exactly 0.6'),
    stateOf('All: does not fire'),
    stateOf('notes: cut by the budget'),
  ]).toEqual(['covered', 'missing', 'missing', 'unreachable', 'missing']);
  const none = await call('tests.mutate', { ...rulesOnly, tests: [] });
  expect([none.score, none.killed, none.survivors[0]?.changes?.no_longer_adds]).toEqual([0, 0, ['checks']]);
  const { tests, unreachable } = await call('tests.generate', { ...rulesOnly, tests: [] });
  expect(unreachable.map(({ words }) => words)).toEqual(['All: does not fire', 'notes is not added']);
  expect(await call('tests.run', { ...given, tests })).toMatchObject({ failed: 0 });
  expect(await call('tests.mutate', { ...rulesOnly, tests })).toMatchObject({
    score: 1,
    survived: 0,
    open: 0,
  });
  const { totals } = await call('tests.coverage', { ...given, tests });
  expect(totals.filter(({ kind }) => kind !== 'cut').map(({ missing }) => missing)).toEqual([0, 0, 0, 0]);
});

it('judges contracts for the request of the test, of what rules add and within its budget', async () => {
  const { call } = startApp();
  const risky = [{ field: 'addVar.risk', operator: 'gt' as const, value: 0.6 }];
  const state = (kind: 'always' | 'never', memory: string) => ({ kind, memory });
  const calm: ContextRuleEngine = { ...engine, id: 'calm', enabled: false, rules: engine.rules.slice(1) };
  const states: Record<string, Partial<ContextContract> & Pick<ContextContract, 'state'>> = {
    checked: { state: state('always', 'checks'), when: risky },
    cut: { state: state('always', 'notes'), after: 'budget' },
    never: { state: state('never', 'checks') },
    ordered: { state: { kind: 'order', memory: 'notes', other: 'checks' } },
    few: { state: { kind: 'limit', of: { memory: 'notes' }, tokens: 3 } },
    many: { state: { kind: 'limit', of: { memory: 'notes' }, tokens: 100 } },
    same: { state: { kind: 'equivalent', engines: ['e', 'calm'] } },
    led: { state: { kind: 'equivalent', engines: ['e', 'calm'] }, after: 'budget' },
    reached: { state: { kind: 'reachable', rule: 'e/risky' } },
    there: { state: { kind: 'reachable', rule: 'e/risky' }, after: 'budget' },
    misspelled: { state: state('never', 'cheks') },
  };
  const contracts = Object.entries(states).map(([id, one]) => ({
    id,
    name: id,
    severity: 'error' as const,
    ...one,
  }));
  const ids = [...Object.keys(states), 'nobody'];
  const expected = ids.map(contract => ({ kind: 'contract' as const, contract }));
  const limited = requestOf({ additional_variables: { risk: 1 }, constraints: { max_tokens: 3 } });
  const named = requestOf({ additional_variables: { risk: 1 }, explicit_memory: ['notes'] });
  const tests = [
    { ...testOf('risky', 1, ...expected) },
    { ...testOf('calm', 0.1, ...expected) },
    { ...testOf('limited', 1, ...expected), request: limited },
    { ...testOf('named', 1, ...expected), request: named },
  ];
  const engines = [engine, calm];
  const { results } = await call('tests.run', { ...given, engines, tests, contracts });
  const heldIn = (id: string) =>
    results
      .find(one => one.id === id)
      ?.expectations.flatMap(({ passed }, at) => (passed ? (ids[at] ?? []) : []));
  expect(heldIn('risky')).toEqual(['checked', 'cut', 'many', 'reached', 'there']);
  expect(heldIn('calm')).toEqual(['checked', 'cut', 'never', 'ordered', 'many', 'same', 'led']);
  expect(heldIn('limited')).not.toContain('cut');
  // A contract does not speak of a request that names memories; what does not exist is still told.
  expect(heldIn('named')).toEqual(ids.slice(0, -2));
  const said = results.map(({ expectations }) => expectations.map(one => one.actual));
  expect(said[1]?.[0]).toBe('its conditions do not hold for this request');
  expect(said[2]?.[1]).toContain('the budget cut it');
  expect(said[0]?.slice(-2)).toEqual([
    'there is no memory "cheks"; did you mean "checks"?',
    'there is no contract "nobody"',
  ]);
});

it('makes tests of cuts by the budget, which hold and would not without the limit', async () => {
  const { call } = startApp();
  const { tests } = await call('tests.generate', { ...given, tests: [], mutants: false });
  const cuts = tests.filter(({ name }) => name.endsWith('cut by the budget'));
  expect(cuts.map(({ id }) => id)).toEqual(['checks-cut-by-the-budget', 'notes-cut-by-the-budget']);
  expect(await call('tests.run', { ...given, tests })).toMatchObject({ failed: 0 });
  const unlimited = cuts.map(test => ({ ...test, request: { ...test.request, constraints: {} } }));
  expect(await call('tests.run', { ...given, tests: unlimited })).toMatchObject({ passed: 0, failed: 2 });
  const { totals } = await call('tests.coverage', { ...given, tests });
  expect(totals.map(({ missing }) => missing)).toEqual([0, 0, 0, 0, 0]);
  const few = await call('tests.generate', { ...given, tests: [], mutants: false, limit: tests.length - 1 });
  expect([few.tests.length, few.is_cut]).toEqual([tests.length - 1, true]);
});
