import { isMissing } from '../../model/json.ts';
import type { OperatorKind } from './operator-kind.ts';
import { everyType } from './suited-types.ts';

/** `exists`: never fails otherwise than by being missing. */
export const exists: OperatorKind = {
  label: 'exists',
  symbol: 'exists',
  takes: 'none',
  suits: everyType,
  cost: 0,
  test: actual => (isMissing(actual) ? 'missing' : 'matched'),
  reason: () => 'was not given',
  domain: () => ({ kind: 'given' }),
  boundaries: () => ['', 0, false],
};
