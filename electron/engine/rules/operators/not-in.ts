import { includesJson, isMissing } from '../../../../shared/model/json.ts';
import { describeValue, showValue } from '../describe-value.ts';
import type { OperatorTest } from './operator-test.ts';

/** R4 `not_in`: no element of the list is `eq` the variable; a missing variable matches (R3). */
export const notIn: OperatorTest = {
  test(actual, value) {
    if (!Array.isArray(value)) return 'error';
    if (isMissing(actual)) return 'matched';
    return includesJson(value, actual) ? 'failed' : 'matched';
  },
  reason: (actual, value) =>
    Array.isArray(value)
      ? `is ${showValue(actual)}, one of ${showValue(value)}`
      : `cannot be tested: "not_in" needs a list, not ${describeValue(value)}`,
};
