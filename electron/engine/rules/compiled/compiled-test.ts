import { isJsonEqual } from '../../../../shared/model/json.ts';
import type { Condition } from '../../../../shared/model/rule.ts';
import { maxSubjectLength } from '../../../../shared/rules/compile-pattern.ts';
import { numericValue } from '../../../../shared/rules/numeric-value.ts';
import type { RegexCache } from '../regex-cache.ts';
import { regexTest, type TextTest } from './text-test.ts';

/** One condition ready to run: gets the variable, answers whether it matched (R4). Missing is undefined. */
export type ValueTest = (actual: unknown) => boolean;

/** Nothing matches it, whatever the variable is. */
export const never: ValueTest = () => false;

/** Turns a condition into a closure; constants are judged once (R4). Same answers as `conditionOutcome`. */
export function compileTest({ operator, value }: Condition, regexes: RegexCache): ValueTest {
  switch (operator) {
    case 'exists':
      return actual => actual !== undefined;
    case 'not_exists':
      return actual => actual === undefined;
    case 'eq':
      return equalTest(value ?? null);
    case 'neq': {
      const isEqual = equalTest(value ?? null);
      return actual => !isEqual(actual);
    }
    case 'in':
      return Array.isArray(value) ? memberTest(value) : never;
    case 'not_in':
      return Array.isArray(value) ? negated(memberTest(value)) : never;
    case 'contains':
      return containsTest(value ?? null);
    case 'starts_with':
      return textTest(typeof value === 'string' ? text => text.startsWith(value) : undefined);
    case 'ends_with':
      return textTest(typeof value === 'string' ? text => text.endsWith(value) : undefined);
    case 'regex':
      return textTest(typeof value === 'string' ? regexTest(value, regexes) : undefined, maxSubjectLength);
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return comparisonTest(operator, numericValue(value));
  }
}

const negated =
  (test: ValueTest): ValueTest =>
  actual =>
    !test(actual);

function equalTest(constant: unknown): ValueTest {
  if (constant === null) return never;
  if (typeof constant === 'object') return actual => actual !== undefined && isJsonEqual(actual, constant);
  return actual => actual === constant;
}

function memberTest(list: readonly unknown[]): ValueTest {
  const scalars = new Set(list.filter(element => element !== null && typeof element !== 'object'));
  const objects = list.filter(element => element !== null && typeof element === 'object');
  if (objects.length === 0) return actual => scalars.has(actual);
  return actual => scalars.has(actual) || objects.some(element => isJsonEqual(element, actual));
}

function containsTest(constant: unknown): ValueTest {
  return actual => {
    if (Array.isArray(actual)) return actual.some(element => isJsonEqual(element, constant));
    return typeof actual === 'string' && typeof constant === 'string' && actual.includes(constant);
  };
}

function textTest(test: TextTest | undefined, longest = Infinity): ValueTest {
  if (!test) return never;
  return actual => typeof actual === 'string' && actual.length <= longest && test(actual);
}

function comparisonTest(operator: 'gt' | 'gte' | 'lt' | 'lte', bound: number | undefined): ValueTest {
  if (bound === undefined) return never;
  if (operator === 'gt') return numericTest(number => number > bound);
  if (operator === 'gte') return numericTest(number => number >= bound);
  if (operator === 'lt') return numericTest(number => number < bound);
  return numericTest(number => number <= bound);
}

function numericTest(holds: (number: number) => boolean): ValueTest {
  return actual => {
    const number = typeof actual === 'number' ? actual : numericValue(actual);
    return number !== undefined && holds(number);
  };
}
