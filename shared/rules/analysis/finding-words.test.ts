import { describe, expect, it } from 'vitest';
import type { Finding } from '../../model/finding.ts';
import type { Condition } from '../../model/rule.ts';
import { analyzeRules } from './analyze-rules.ts';

/** What is found of one rule, where a sample tells that `n` is a number and `t` a text. */
function analyze(when: Condition[]): Finding[] {
  const rule = { id: 'r', name: 'r', when, then: { add_memories: ['m'] } };
  const engines = [{ id: 'e', name: 'E', description: '', enabled: true, rules: [rule] }];
  const request = { scope_variables: {}, additional_variables: { n: 3, t: 'text' } };
  return analyzeRules({ engines, samples: [{ id: 's', name: 's', request }] });
}
const ref = { engine_id: 'e', rule_id: 'r' };
const hidden: Condition[] = ['^a.*b$', '^.{7}$'].map(value => ({
  field: 'addVar.h',
  operator: 'regex',
  value,
}));

describe('a finding', () => {
  it.each<[string, Condition[], Partial<Finding>[]]>([
    [
      'of a rule that always fires',
      [],
      [
        {
          code: 'always-fires',
          severity: 'warning',
          possible: false,
          message: '"r" fires for every request.',
          witness: { scope_variables: {} },
        },
      ],
    ],
    [
      'of a rule that may never fire',
      hidden,
      [
        {
          code: 'never-fires',
          severity: 'info',
          possible: true,
          message: '"r" possibly never fires: no text was found that satisfies all its conditions.',
        },
      ],
    ],
    [
      'of conditions that contradict each other',
      [
        { field: 'addVar.t', operator: 'gt', value: 2 },
        { field: 'addVar.t', operator: 'lt', value: 1 },
        { field: 'addVar.u', operator: 'exists' },
        { field: 'addVar.v', operator: 'not_exists' },
        { field: 'addVar.v', operator: 'exists' },
      ],
      [
        {
          code: 'never-fires',
          severity: 'error',
          possible: false,
          message: '"r" can never fire: its conditions on addVar.t and addVar.v contradict each other.',
        },
      ],
    ],
    [
      'of an object and what lies in it',
      [
        { field: 'addVar.o', operator: 'eq', value: { a: 1 } },
        { field: 'addVar.o.a', operator: 'eq', value: 2 },
      ],
      [
        {
          code: 'never-fires',
          severity: 'error',
          possible: false,
          message: '"r" can never fire: its conditions contradict each other.',
        },
      ],
    ],
    [
      'of a variable that may be missing',
      [
        { field: 'addVar.p', operator: 'exists' },
        { field: 'addVar.t', operator: 'neq', value: 'x' },
      ],
      [
        {
          code: 'fires-on-missing',
          severity: 'info',
          possible: false,
          message: '"r" also fires when addVar.t is missing; add "addVar.t exists" if that is not meant.',
          condition: 1,
          witness: { scope_variables: {}, additional_variables: { p: 0 } },
        },
      ],
    ],
    [
      'of a variable that may be missing where a pattern hides it',
      [...hidden, { field: 'addVar.t', operator: 'neq', value: 'x' }],
      [
        {
          code: 'never-fires',
          severity: 'info',
          possible: true,
          message: '"r" possibly never fires: no text was found that satisfies all its conditions.',
        },
        {
          code: 'fires-on-missing',
          severity: 'info',
          possible: true,
          message: '"r" also fires when addVar.t is missing; add "addVar.t exists" if that is not meant.',
          condition: 2,
        },
      ],
    ],
    [
      'of constants that no variable equals',
      [
        { field: 'addVar.p', operator: 'neq', value: null },
        { field: 'addVar.p', operator: 'exists' },
        { field: 'addVar.n', operator: 'eq', value: '3' },
        { field: 'addVar.n', operator: 'not_in' },
      ],
      [
        {
          code: 'never-fires',
          severity: 'error',
          possible: false,
          message:
            '"r" can never fire: its condition "addVar.n is none of" never holds: "is none of" needs a list of values.',
        },
        {
          code: 'null-constant',
          severity: 'warning',
          possible: false,
          message: 'addVar.p: "is not" with null always matches; use "exists".',
          condition: 0,
        },
        {
          code: 'type-mismatch',
          severity: 'warning',
          possible: false,
          message: 'addVar.n is a number; "is" with "3" cannot fit it.',
          condition: 2,
        },
      ],
    ],
    [
      'of null where something missing is meant',
      [{ field: 'addVar.p', operator: 'eq' }],
      [
        {
          code: 'never-fires',
          severity: 'error',
          possible: false,
          message:
            '"r" can never fire: its condition "addVar.p is" never holds: nothing is ever equal to null; use "does not exist" to ask for a missing variable, or give a value.',
        },
        {
          code: 'null-constant',
          severity: 'warning',
          possible: false,
          message: 'addVar.p: "is" with null never matches; use "does not exist".',
          condition: 0,
        },
      ],
    ],
    [
      'of a pattern that does not compile',
      [{ field: 'addVar.t', operator: 'regex', value: '(' }],
      [
        {
          code: 'never-fires',
          severity: 'error',
          possible: false,
          message:
            '"r" can never fire: its condition "addVar.t matches" never holds: the pattern does not compile: missing closing ): "(".',
        },
        {
          code: 'bad-pattern',
          severity: 'error',
          possible: false,
          message: 'addVar.t: the pattern does not compile: missing closing ): "(".',
          condition: 0,
        },
      ],
    ],
    [
      'of a pattern that is no text',
      [{ field: 'addVar.t', operator: 'regex', value: 5 }],
      [
        {
          code: 'never-fires',
          severity: 'error',
          possible: false,
          message:
            '"r" can never fire: its condition "addVar.t matches" never holds: "matches" needs a pattern (text in RE2 syntax).',
        },
        {
          code: 'bad-pattern',
          severity: 'error',
          possible: false,
          message: 'addVar.t: the pattern is no text.',
          condition: 0,
        },
      ],
    ],
    [
      'of a pattern as other languages write it',
      [{ field: 'addVar.t', operator: 'regex', value: '/PLAN/i' }],
      [
        {
          code: 'delimited-pattern',
          severity: 'warning',
          possible: false,
          message:
            'addVar.t: the slashes around the pattern are looked for as they stand; probably (?i)PLAN is meant.',
          condition: 0,
        },
      ],
    ],
    [
      'of a name without a prefix',
      [{ field: 'phase', operator: 'exists' }],
      [
        {
          code: 'never-fires',
          severity: 'error',
          possible: false,
          message:
            '"r" can never fire: its condition "phase exists" never holds: "phase" has no known prefix; write addVar.phase.',
        },
        {
          code: 'unknown-field',
          severity: 'error',
          possible: false,
          message: '"phase" has no known prefix; probably addVar.phase is meant.',
          condition: 0,
        },
      ],
    ],
  ])('%s says what, where and how sure it is', (_what, when, expected) => {
    expect(analyze(when)).toEqual(expected.map(one => ({ ...one, rules: [ref] })));
  });

  it('of a type is one where something is known of the variable, and tells what cannot fit it', () => {
    const mismatch = (operator: Condition['operator'], value: unknown, field = 'addVar.n') =>
      analyze([{ field, operator, value }]).filter(({ code }) => code === 'type-mismatch').length;
    expect([
      mismatch('gt', 2),
      mismatch('gt', 2, 'addVar.t'),
      mismatch('starts_with', 'x'),
      mismatch('regex', 'x'),
      mismatch('contains', 'x', 'addVar.t'),
      mismatch('contains', 3, 'addVar.t'),
      mismatch('contains', 3),
      mismatch('in', [3, 'x']),
      mismatch('in', ['x']),
      mismatch('in', ['x'], 'addVar.unheard'),
    ]).toEqual([0, 0, 1, 1, 0, 1, 1, 0, 1, 0]);
  });
});
