import { expect, it } from 'vitest';
import type { ContextRequest } from '../../model/request.ts';
import type { Condition, ContextRule, ContextRuleEngine } from '../../model/rule.ts';
import { evaluateRules } from './evaluate-rules.ts';

const rule = (id: string, memories: string[], more: Partial<ContextRule> = {}): ContextRule => ({
  id,
  name: `Rule ${id}`,
  when: [],
  then: { add_memories: memories },
  ...more,
});
const engine = (id: string, rules: ContextRule[], enabled = true): ContextRuleEngine => ({
  id,
  name: id.toUpperCase(),
  description: '',
  enabled,
  rules,
});
const request = (more: Partial<ContextRequest> = {}): ContextRequest => ({ scope_variables: {}, ...more });
const isPlanning: Condition = { field: 'addVar.phase', operator: 'eq', value: 'planning' };

it('engines by id, rules by priority, ties in file order, memories in first-match order', () => {
  const engines = [
    engine('b', [rule('b1', ['x'])]),
    engine('B', [rule('1', ['upper'])]),
    engine('a', [rule('a1', ['low', 'x']), rule('a2', ['high'], { priority: 5 }), rule('a3', ['low2'])]),
  ];
  const { matchedMemories, engineResults } = evaluateRules(request(), engines);
  expect(engineResults.map(result => result.engine_id)).toEqual(['B', 'a', 'b']);
  expect(matchedMemories).toEqual(['upper', 'high', 'low', 'x', 'low2']);
});

it('named engines once and in the given order; a disabled one is a warning; [] means none', () => {
  const engines = [
    engine('a', [rule('1', ['x'])]),
    engine('b', []),
    engine('off', [rule('2', ['y'])], false),
  ];
  const named = evaluateRules(request({ rule_engine_ids: ['off', 'b', 'a', 'b'] }), engines);
  expect(named.engineResults.map(result => result.engine_id)).toEqual(['b', 'a']);
  expect(named.warnings).toEqual([
    {
      code: 'engine_disabled',
      path: 'rule_engine_ids.0',
      message: 'rule engine "off" is named by the request but disabled, so it was not evaluated',
    },
  ]);
  expect(evaluateRules(request({ rule_engine_ids: [] }), engines).engineResults).toEqual([]);
  expect(evaluateRules(request(), engines).warnings).toEqual([]);
});

it('an unknown field of a scope works and is a warning', () => {
  const engines = [
    engine('a', [rule('1', ['x'], { when: [{ field: 'scope.agent.mood', operator: 'exists' }] })]),
  ];
  const result = evaluateRules(request({ scope_variables: { agent: { mood: 'good' } } }), engines);
  expect(result.matchedMemories).toEqual(['x']);
  expect(result.warnings.map(warning => [warning.code, warning.path])).toEqual([
    ['unknown_field', 'scope_variables.agent.mood'],
  ]);
});

it('explains every rule and condition, names the one that decided, and shows muted rules', () => {
  const engines = [
    engine('a', [
      rule('fires', ['x'], { when: [isPlanning] }),
      rule('not', ['y'], { when: [isPlanning, { field: 'addVar.n', operator: 'gt', value: 3 }] }),
      rule('muted', ['z'], { enabled: false, when: [{ field: 'addVar.extra', operator: 'exists' }] }),
    ]),
  ];
  const given = request({ additional_variables: { phase: 'planning', n: 2, extra: 1 } });
  const result = evaluateRules(given, engines, { explain: true });
  expect(result.variablesUsed).toEqual(['addVar.n', 'addVar.phase']);
  expect(result.engineResults[0]?.rules).toEqual([
    {
      rule_id: 'fires',
      rule_name: 'Rule fires',
      priority: 0,
      outcome: 'fired',
      conditions: [{ ...isPlanning, actual: 'planning', outcome: 'matched' }],
    },
    {
      rule_id: 'not',
      rule_name: 'Rule not',
      priority: 0,
      outcome: 'not_fired',
      decided_by: 1,
      conditions: [
        { ...isPlanning, actual: 'planning', outcome: 'matched' },
        {
          field: 'addVar.n',
          operator: 'gt',
          value: 3,
          actual: 2,
          outcome: 'failed',
          reason: 'n is 2, not more than 3',
        },
      ],
    },
    {
      rule_id: 'muted',
      rule_name: 'Rule muted',
      priority: 0,
      outcome: 'muted',
      conditions: [{ field: 'addVar.extra', operator: 'exists', value: null, actual: 1, outcome: 'matched' }],
    },
  ]);
});

it('does not change its input', () => {
  const engines = [engine('a', [rule('1', ['x']), rule('2', ['y'], { priority: 3 })])];
  const before = structuredClone(engines);
  evaluateRules(request(), engines, { explain: true });
  expect(engines).toEqual(before);
});

it('a condition that holds since its variable is missing says so', () => {
  const when: Condition[] = [
    { field: 'addVar.a', operator: 'neq', value: 1 },
    { field: 'addVar.b', operator: 'exists' },
  ];
  const { engineResults, variablesUsed } = evaluateRules(
    request({ additional_variables: { a: null } }),
    [engine('a', [rule('r', ['x'], { when, priority: 2 }), rule('s', ['y'], { when, enabled: false })])],
    { explain: true },
  );
  const conditions = [
    {
      ...{ field: 'addVar.a', operator: 'neq', value: 1 },
      ...{ outcome: 'matched', on_missing: true, reason: 'a was not given' },
    },
    { field: 'addVar.b', operator: 'exists', value: null, outcome: 'missing', reason: 'b was not given' },
  ];
  expect(engineResults).toEqual([
    {
      engine_id: 'a',
      engine_name: 'A',
      matched_rules: [],
      rules: [
        { rule_id: 'r', rule_name: 'Rule r', priority: 2, outcome: 'not_fired', decided_by: 1, conditions },
        { rule_id: 's', rule_name: 'Rule s', priority: 0, outcome: 'muted', conditions },
      ],
    },
  ]);
  expect(variablesUsed).toEqual([]);
});

it('uses what was made before: variables, patterns and engines in their order', () => {
  const engines = [engine('a', [rule('1', ['x'], { when: [isPlanning] })])];
  const lookup = { variables: new Map([['addVar.phase', 'planning']]), problems: [] };
  expect(evaluateRules(request(), engines, { lookup })).toMatchObject({
    matchedMemories: ['x'],
    engineResults: [{ matched_rules: [{ rule_id: '1', rule_name: 'Rule 1', memories: ['x'] }] }],
    variablesUsed: ['addVar.phase'],
  });
  const regexes = { get: () => ({ ok: true as const, isFoundIn: () => true }) };
  const asking = [
    engine('a', [rule('1', ['x'], { when: [{ ...isPlanning, operator: 'regex', value: 'no' }] })]),
  ];
  expect(evaluateRules(request(), asking, { lookup, regexes }).matchedMemories).toEqual(['x']);
});
