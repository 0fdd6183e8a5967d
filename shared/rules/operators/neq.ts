import { isJsonEqual, isMissing } from '../../model/json.ts';
import { isOfType, valuesNear } from './eq.ts';
import type { OperatorKind } from './operator-kind.ts';
import { everyType } from './suited-types.ts';

/** `neq`: not `eq`; a missing variable matches. */
export const neq: OperatorKind = {
  label: 'is not',
  symbol: '≠',
  takes: 'any',
  suits: everyType,
  fits: isOfType,
  cost: 1,
  // Missing is not `eq` to anything, also not to null.
  test: (actual, value) => (!isMissing(actual) && isJsonEqual(actual, value) ? 'failed' : 'matched'),
  reason: (actual, _value, { show }) => `is ${show(actual)}`,
  constant: value =>
    isMissing(value)
      ? { holds: 'always', because: 'nothing is ever equal to null', code: 'null_constant' }
      : undefined,
  domain: value => ({ kind: 'none_of', values: isMissing(value) ? [] : [value] }),
  boundaries: valuesNear,
};
