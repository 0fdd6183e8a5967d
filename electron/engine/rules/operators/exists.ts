import { isMissing } from '../../../../shared/model/json.ts';
import type { OperatorTest } from './operator-test.ts';

/** R4 `exists`: never fails otherwise than by being missing. */
export const exists: OperatorTest = {
  test: actual => (isMissing(actual) ? 'missing' : 'matched'),
  reason: () => 'was not given',
};
