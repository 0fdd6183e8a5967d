import { isMissing } from '../../../../shared/model/json.ts';
import { showValue } from '../describe-value.ts';
import type { OperatorTest } from './operator-test.ts';

/** R4 `not_exists`. */
export const notExists: OperatorTest = {
  test: actual => (isMissing(actual) ? 'matched' : 'failed'),
  reason: actual => `is there: ${showValue(actual)}`,
};
