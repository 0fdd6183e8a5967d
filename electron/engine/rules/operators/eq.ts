import { isJsonEqual, isMissing } from '../../../../shared/model/json.ts';
import { describeValue, showValue, typeName } from '../describe-value.ts';
import type { OperatorTest } from './operator-test.ts';

/** R4 `eq`: same JSON type and deeply equal, nothing is coerced. */
export const eq: OperatorTest = {
  test(actual, value) {
    if (isMissing(actual)) return 'missing';
    return isJsonEqual(actual, value) ? 'matched' : 'failed';
  },
  // `5` against `"5"` is the first thing users trip over, so a difference of type is said in words (R4).
  reason: (actual, value) =>
    typeName(actual) === typeName(value)
      ? `is ${showValue(actual)}, not ${showValue(value)}`
      : `is ${describeValue(actual)}, not ${describeValue(value)}`,
};
