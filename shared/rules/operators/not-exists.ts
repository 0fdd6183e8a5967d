import { isMissing } from '../../model/json.ts';
import type { OperatorKind } from './operator-kind.ts';
import { everyType } from './suited-types.ts';

/** `not_exists`. */
export const notExists: OperatorKind = {
  label: 'does not exist',
  symbol: 'does not exist',
  takes: 'none',
  suits: everyType,
  cost: 0,
  test: actual => (isMissing(actual) ? 'matched' : 'failed'),
  reason: (actual, _value, { show }) => `is there: ${show(actual)}`,
  domain: () => ({ kind: 'missing' }),
  boundaries: () => ['', 0, false],
};
