import { includesJson, isMissing } from '../../model/json.ts';
import { elementsNear, hasOfType, isEmpty, presentIn } from './in.ts';
import type { OperatorKind } from './operator-kind.ts';
import { everyType } from './suited-types.ts';

/** `not_in`: no element of the list is `eq` the variable; a missing variable matches. */
export const notIn: OperatorKind = {
  label: 'is none of',
  symbol: 'is none of',
  takes: 'list',
  suits: everyType,
  fits: hasOfType,
  cost: 1,
  test(actual, value) {
    if (!Array.isArray(value)) return 'error';
    if (isMissing(actual)) return 'matched';
    return includesJson(value, actual) ? 'failed' : 'matched';
  },
  reason: (actual, value, { show, describe }) =>
    Array.isArray(value)
      ? `is ${show(actual)}, one of ${show(value)}`
      : `cannot be tested: "is none of" needs a list, not ${describe(value)}`,
  constant: value =>
    isEmpty(value) ? { holds: 'always', because: 'nothing is in an empty list' } : undefined,
  domain: value => (Array.isArray(value) ? { kind: 'none_of', values: presentIn(value) } : { kind: 'never' }),
  boundaries: elementsNear,
};
