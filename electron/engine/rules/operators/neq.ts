import { isJsonEqual } from '../../../../shared/model/json.ts';
import { showValue } from '../describe-value.ts';
import type { OperatorTest } from './operator-test.ts';

/** R4 `neq`: not `eq`; a missing variable matches (R3). */
export const neq: OperatorTest = {
  test(actual, value) {
    // Missing is not `eq` to anything, also not to null.
    if (actual === undefined || actual === null) return 'matched';
    return isJsonEqual(actual, value) ? 'failed' : 'matched';
  },
  reason: actual => `is ${showValue(actual)}`,
};
