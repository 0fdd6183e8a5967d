import { includesJson, isMissing } from '../../../../shared/model/json.ts';
import { describeValue, showValue, typeName } from '../describe-value.ts';
import type { OperatorTest } from './operator-test.ts';

/** R4 `in`: some element of the list is `eq` the variable. A value that is no list is an error in any case. */
export const isIn: OperatorTest = {
  test(actual, value) {
    if (!Array.isArray(value)) return 'error';
    if (isMissing(actual)) return 'missing';
    return includesJson(value, actual) ? 'matched' : 'failed';
  },
  reason(actual, value) {
    if (!Array.isArray(value)) return `cannot be tested: "in" needs a list, not ${describeValue(value)}`;
    const sameType = value.length === 0 || value.some(element => typeName(element) === typeName(actual));
    const shown = sameType ? showValue(actual) : describeValue(actual);
    return `is ${shown}, none of ${showValue(value)}`;
  },
};
