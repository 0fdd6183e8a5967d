import { isMissing } from '../../model/json.ts';
import { numericValue } from '../numeric-value.ts';
import type { Range } from '../range.ts';
import type { OperatorKind } from './operator-kind.ts';
import { numberTypes } from './suited-types.ts';

interface NumericComparison extends Pick<OperatorKind, 'symbol'> {
  readonly comparative: string;
  readonly holds: (actual: number, value: number) => boolean;
  readonly range: (bound: number) => Range;
}

/** The shape `gt`, `gte`, `lt`, `lte` share: both sides are numeric, else it is an error. */
export const numericComparison = ({
  comparative,
  symbol,
  holds,
  range,
}: NumericComparison): OperatorKind => ({
  label: `is ${comparative}`,
  symbol,
  takes: 'number',
  suits: numberTypes,
  fits: value => numericValue(value) !== undefined,
  cost: 2,
  test(actual, value) {
    if (isMissing(actual)) return 'missing';
    const left = numericValue(actual);
    const right = numericValue(value);
    if (left === undefined || right === undefined) return 'error';
    return holds(left, right) ? 'matched' : 'failed';
  },
  reason(actual, value, { show, describe }) {
    if (numericValue(actual) === undefined) return `is ${describe(actual)}, which is not numeric`;
    if (numericValue(value) === undefined) return `cannot be compared with ${describe(value)}; give a number`;
    return `is ${show(actual)}, not ${comparative} ${show(value)}`;
  },
  domain(value) {
    const bound = numericValue(value);
    return bound === undefined ? { kind: 'never' } : { kind: 'range', ...range(bound) };
  },
  boundaries(value) {
    const bound = numericValue(value) ?? 0;
    return [bound, String(bound), bound - 1, bound + 1, 'x'];
  },
});
