import { produce } from 'immer';
import { describe, expect, it } from 'vitest';
import type { Condition, ContextRule } from '../../../shared/model/rule.ts';
import type { PossibleVariable } from '../../../shared/model/variable.ts';
import type { Documents } from '../history.ts';
import type { StudioProblem } from '../problems.ts';
import { constantOfType, quickFixes } from './quick-fixes.ts';

const rule = (...when: Condition[]): ContextRule => ({
  id: 'r',
  name: 'R',
  when,
  then: { add_memories: ['gone', 'kept'] },
});
const documents = (one: ContextRule): Documents => ({
  engines: { e: { id: 'e', name: 'E', description: '', enabled: true, rules: [one] } },
  memories: {},
  samples: {},
  layouts: {},
  contracts: {},
  tests: {},
});
const problem = (code: string, more: Partial<StudioProblem> = {}): StudioProblem => ({
  kind: 'engines',
  id: 'e',
  ruleId: 'r',
  severity: 'warning',
  code,
  message: code,
  condition: 0,
  ...more,
});
const types = new Map<string, PossibleVariable['type']>([['addVar.n', 'number']]);

/** Labels of the fixes, and what the first makes of the conditions. */
function mended(code: string, condition: Condition) {
  const before = documents(rule(condition));
  const [first, ...rest] = quickFixes(problem(code), before, types);
  const after = first ? produce(before, draft => first.recipe(draft)) : before;
  return [[first, ...rest].flatMap(fix => fix?.label ?? []), after.engines.e?.rules[0]?.when];
}

describe('fixes of conditions', () => {
  it.each<[string, Condition, string[], Condition[]]>([
    [
      'fires-on-missing',
      { field: 'addVar.a', operator: 'neq', value: 1 },
      ['Add "addVar.a exists"'],
      [
        { field: 'addVar.a', operator: 'exists' },
        { field: 'addVar.a', operator: 'neq', value: 1 },
      ],
    ],
    [
      'unknown-field',
      { field: 'agent_type', operator: 'exists' },
      ['Write scope.agent.agent_type'],
      [{ field: 'scope.agent.agent_type', operator: 'exists' }],
    ],
    [
      'null-constant',
      { field: 'addVar.a', operator: 'eq', value: null },
      ['Use does not exist'],
      [{ field: 'addVar.a', operator: 'not_exists' }],
    ],
    [
      'null-constant',
      { field: 'addVar.a', operator: 'neq' },
      ['Use exists'],
      [{ field: 'addVar.a', operator: 'exists' }],
    ],
    [
      'type-mismatch',
      { field: 'addVar.n', operator: 'eq', value: '5' },
      ['Make it a number'],
      [{ field: 'addVar.n', operator: 'eq', value: 5 }],
    ],
    [
      'type-mismatch',
      { field: 'addVar.n', operator: 'eq', value: 'five' },
      [],
      [{ field: 'addVar.n', operator: 'eq', value: 'five' }],
    ],
  ])('%s of %j', (code, condition, labels, when) => {
    expect(mended(code, condition)).toEqual([labels, when]);
  });

  it('leaves a condition alone that became another one meanwhile', () => {
    const before = documents(rule({ field: 'a', operator: 'exists' }));
    const [fix] = quickFixes(problem('unknown-field'), before, types);
    const other = documents(rule({ field: 'b', operator: 'exists' }));
    expect(produce(other, draft => fix?.recipe(draft))).toBe(other);
  });
});

describe('fixes of rules', () => {
  it.each(['duplicate', 'subsumed', 'never-fires'])('%s is muted or deleted', code => {
    const layout = {
      id: 'e',
      pins: { 'rule:r': { x: 0, y: 0 } },
      drafts: { r: [{ operator: 'eq' as const }] },
      alternatives: [['r', 's']],
    };
    const before = { ...documents(rule()), layouts: { e: layout } };
    const fixes = quickFixes(problem(code), before, types);
    expect(fixes.map(({ label }) => label)).toEqual(['Mute rule', 'Delete rule']);
    const [muted, deleted] = fixes.map(({ recipe }) => produce(before, draft => recipe(draft)));
    expect(muted?.engines.e?.rules[0]?.enabled).toBe(false);
    expect(deleted?.engines.e?.rules).toEqual([]);
    expect(deleted?.layouts).toEqual({});
  });

  it('an unknown memory is created under its id, or leaves the rule', () => {
    const layout = {
      id: 'e',
      pins: { 'rule:r': { x: 0, y: 0 } },
      drafts: { r: [{ operator: 'eq' as const }] },
      alternatives: [['r', 's']],
    };
    const before = { ...documents(rule()), layouts: { e: layout } };
    const fixes = quickFixes(problem('unknown-memory', { memories: ['gone'] }), before, types);
    expect(fixes.map(({ label }) => label)).toEqual(['Create memory gone', 'Remove gone from the rule']);
    const [created, removed] = fixes.map(({ recipe }) => produce(before, draft => recipe(draft)));
    expect(created?.memories.gone?.label).toBe('Gone');
    expect(removed?.engines.e?.rules[0]?.then.add_memories).toEqual(['kept']);
  });

  it('has nothing for what only the author can know, and for rules that are gone', () => {
    const before = documents(rule());
    expect(quickFixes(problem('always-fires'), before, types)).toEqual([]);
    expect(quickFixes(problem('duplicate', { ruleId: 'other' }), before, types)).toEqual([]);
  });
});

it.each([
  [5, 'string', '5'],
  [['1', 2], 'number', [1, 2]],
  ['true', 'boolean', true],
  [['x', null], 'string', undefined],
  ['x', 'array', undefined],
] as const)('%j as %s is %j', (value, type, meant) => {
  expect(constantOfType(value, type)?.value).toEqual(meant);
});
