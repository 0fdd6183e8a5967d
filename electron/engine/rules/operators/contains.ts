import { includesJson, isMissing } from '../../../../shared/model/json.ts';
import { describeValue, showValue } from '../describe-value.ts';
import type { OperatorTest } from './operator-test.ts';

/** R4 `contains`: a part of a text, or an element of a list. */
export const contains: OperatorTest = {
  test(actual, value) {
    if (isMissing(actual)) return 'missing';
    if (Array.isArray(actual)) return includesJson(actual, value) ? 'matched' : 'failed';
    if (typeof actual !== 'string' || typeof value !== 'string') return 'error';
    return actual.includes(value) ? 'matched' : 'failed';
  },
  reason(actual, value) {
    if (Array.isArray(actual)) return `is ${showValue(actual)}, which does not hold ${describeValue(value)}`;
    if (typeof actual !== 'string') return `is ${describeValue(actual)}; "contains" needs a text or a list`;
    if (typeof value !== 'string') return `is a text; it cannot contain ${describeValue(value)}`;
    return `is ${showValue(actual)}, which does not contain ${showValue(value)}`;
  },
};
