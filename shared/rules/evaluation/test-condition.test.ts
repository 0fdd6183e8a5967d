import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { constantsFor } from '../../../test/support/operator-constants.ts';
import type { Condition } from '../../model/rule.ts';
import { operatorNames, operators } from '../operators.ts';
import { createRegexCache } from './regex-cache.ts';
import { testCondition } from './test-condition.ts';

const given = (variables: Record<string, unknown>) => new Map(Object.entries(variables));

describe('the reason is one plain sentence', () => {
  it.each<[unknown, Pick<Condition, 'operator' | 'value'>, string]>([
    ['planning', { operator: 'eq', value: 'review' }, 'iteration is "planning", not "review"'],
    ['5', { operator: 'eq', value: 5 }, 'iteration is the text "5", not the number 5'],
    [true, { operator: 'eq', value: 'true' }, 'iteration is the boolean true, not the text "true"'],
    [['a'], { operator: 'eq', value: 'a' }, 'iteration is the list ["a"], not the text "a"'],
    [5, { operator: 'neq', value: 5 }, 'iteration is 5'],
    ['5', { operator: 'in', value: [5] }, 'iteration is the text "5", none of [5]'],
    ['c', { operator: 'in', value: ['a', 'b'] }, 'iteration is "c", none of ["a","b"]'],
    ['a', { operator: 'not_in', value: ['a'] }, 'iteration is "a", one of ["a"]'],
    [
      'a',
      { operator: 'in', value: 'a' },
      'iteration cannot be tested: "is one of" needs a list, not the text "a"',
    ],
    ['abc', { operator: 'contains', value: 'x' }, 'iteration is "abc", which does not contain "x"'],
    [['a'], { operator: 'contains', value: 'x' }, 'iteration is ["a"], which does not hold the text "x"'],
    [5, { operator: 'contains', value: 'x' }, 'iteration is the number 5; "contains" needs a text or a list'],
    ['abc', { operator: 'starts_with', value: 'b' }, 'iteration is "abc", which does not start with "b"'],
    ['abc', { operator: 'ends_with', value: 5 }, 'iteration cannot end with the number 5; give a text'],
    ['3', { operator: 'gt', value: 5 }, 'iteration is "3", not more than 5'],
    ['many', { operator: 'gte', value: 5 }, 'iteration is the text "many", which is not numeric'],
    [3, { operator: 'lt', value: 'few' }, 'iteration cannot be compared with the text "few"; give a number'],
    ['abc', { operator: 'regex', value: '^x' }, 'iteration is "abc", which does not match ^x'],
    [5, { operator: 'regex', value: 'x' }, 'iteration is the number 5, not a text'],
    [
      'a',
      { operator: 'regex', value: 5 },
      'iteration cannot be tested: "matches" needs a pattern, not the number 5',
    ],
    [
      'a',
      { operator: 'regex', value: '(' },
      'iteration cannot be tested: the pattern does not compile: missing closing ): "("',
    ],
    ['abc', { operator: 'contains', value: 5 }, 'iteration is a text; it cannot contain the number 5'],
    [5, { operator: 'starts_with', value: 'a' }, 'iteration is the number 5, not a text'],
    ['abc', { operator: 'ends_with', value: 'b' }, 'iteration is "abc", which does not end with "b"'],
    [
      5,
      { operator: 'not_in', value: 5 },
      'iteration cannot be tested: "is none of" needs a list, not the number 5',
    ],
    [6, { operator: 'lte', value: 5 }, 'iteration is 6, not at most 5'],
    [5, { operator: 'lt', value: 5 }, 'iteration is 5, not less than 5'],
    ['abc', { operator: 'not_exists' }, 'iteration is there: "abc"'],
    [undefined, { operator: 'eq', value: 1 }, 'iteration was not given'],
    [null, { operator: 'neq', value: 1 }, 'iteration was not given'],
  ])('%j with %j: %s', (actual, condition, reason) => {
    const result = testCondition(
      { field: 'addVar.iteration', ...condition },
      given({ 'addVar.iteration': actual }),
    );
    expect(result.reason).toBe(reason);
  });

  it('cuts long values', () => {
    const condition: Condition = { field: 'addVar.a', operator: 'eq', value: 'x' };
    const { reason = '' } = testCondition(condition, given({ 'addVar.a': 'y'.repeat(10_000) }));
    expect(reason.length).toBeLessThan(200);
  });
});

it('a field without a known prefix is an error that suggests the prefixed name', () => {
  expect(testCondition({ field: 'phase', operator: 'not_exists' }, given({ phase: 1 }))).toEqual({
    matched: false,
    outcome: 'error',
    reason: 'unknown_field: "phase" has no known prefix; write addVar.phase',
  });
});

it('an eq with no constant matches nothing, a neq with none everything that is there', () => {
  expect(testCondition({ field: 'addVar.a', operator: 'eq' }, given({ 'addVar.a': 0 })).outcome).toBe(
    'failed',
  );
  expect(testCondition({ field: 'addVar.a', operator: 'neq' }, given({ 'addVar.a': 0 }))).toEqual({
    matched: true,
    outcome: 'matched',
  });
});

it('a pattern over 1,000 characters and a text over 64 Ki are errors that say too_long', () => {
  const long: Condition = { field: 'addVar.a', operator: 'regex', value: 'a'.repeat(1001) };
  expect(testCondition(long, given({})).reason).toContain('too_long');
  const text = given({ 'addVar.a': 'a'.repeat(65_537) });
  const result = testCondition({ field: 'addVar.a', operator: 'regex', value: 'a' }, text);
  expect([result.outcome, result.reason?.includes('too_long')]).toEqual(['error', true]);
});

it('a text of 64 Ki is searched', () => {
  const text = given({ 'addVar.a': 'a'.repeat(65_536) });
  const asking = (value: string): Condition => ({ field: 'addVar.a', operator: 'regex', value });
  expect(testCondition(asking('a'), text)).toEqual({ matched: true, outcome: 'matched' });
  expect(testCondition(asking('b'), text).reason).toContain('which does not match b');
});

it('names of Object.prototype behave as missing for every operator', () => {
  const names = Object.getOwnPropertyNames(Object.prototype);
  for (const operator of operatorNames) {
    for (const name of names) {
      const [value] = constantsFor(operator);
      const missing = operators[operator].test(undefined, value, createRegexCache(1));
      for (const field of [`addVar.${name}`, `scope.${name}.x`, `scope.agent.${name}`]) {
        const { outcome } = testCondition({ field, operator, value }, given({}));
        expect(outcome).toBe(missing);
        expect(['matched', 'missing']).toContain(missing);
      }
    }
  }
});

it('never throws and has a reason exactly when it did not plainly match, whatever the values', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...operatorNames),
      fc.jsonValue(),
      fc.jsonValue(),
      (operator, actual, value) => {
        const result = testCondition({ field: 'addVar.a', operator, value }, given({ 'addVar.a': actual }));
        const plainly = result.matched && result.on_missing === undefined;
        return result.matched === (result.outcome === 'matched') && plainly === (result.reason === undefined);
      },
    ),
  );
});
