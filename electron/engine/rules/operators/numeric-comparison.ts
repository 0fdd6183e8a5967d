import { isMissing } from '../../../../shared/model/json.ts';
import { numericValue } from '../../../../shared/rules/numeric-value.ts';
import { describeValue, showValue } from '../describe-value.ts';
import type { OperatorTest } from './operator-test.ts';

/** The shape `gt`, `gte`, `lt`, `lte` share: both sides are numeric, else it is an error (R4). */
export function numericComparison(
  words: string,
  holds: (actual: number, value: number) => boolean,
): OperatorTest {
  return {
    test(actual, value) {
      if (isMissing(actual)) return 'missing';
      const left = numericValue(actual);
      const right = numericValue(value);
      if (left === undefined || right === undefined) return 'error';
      return holds(left, right) ? 'matched' : 'failed';
    },
    reason(actual, value) {
      if (numericValue(actual) === undefined) return `is ${describeValue(actual)}, which is not numeric`;
      if (numericValue(value) === undefined)
        return `cannot be compared with ${describeValue(value)}; give a number`;
      return `is ${showValue(actual)}, not ${words} ${showValue(value)}`;
    },
  };
}
