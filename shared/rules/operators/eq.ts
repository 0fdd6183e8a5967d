import { isJsonEqual, isMissing } from '../../model/json.ts';
import { type VariableType, variableTypeOf } from '../../model/variable-type.ts';
import type { OperatorKind } from './operator-kind.ts';
import { everyType } from './suited-types.ts';

/** `eq`: same JSON type and deeply equal, nothing is coerced. */
export const eq: OperatorKind = {
  label: 'is',
  symbol: '=',
  takes: 'any',
  suits: everyType,
  fits: isOfType,
  cost: 0,
  test(actual, value) {
    if (isMissing(actual)) return 'missing';
    return isJsonEqual(actual, value) ? 'matched' : 'failed';
  },
  // `5` against `"5"` is the first thing users trip over, so a difference of type is said in words.
  reason: (actual, value, { show, describe }) =>
    isOfType(value, variableTypeOf(actual))
      ? `is ${show(actual)}, not ${show(value)}`
      : `is ${describe(actual)}, not ${describe(value)}`,
  constant: value =>
    isMissing(value)
      ? { holds: 'never', because: 'nothing is ever equal to null', code: 'null_constant' }
      : undefined,
  domain: value => (isMissing(value) ? { kind: 'never' } : { kind: 'one_of', values: [value] }),
  boundaries: valuesNear,
};

export function isOfType(value: unknown, type: VariableType): boolean {
  return variableTypeOf(value) === type;
}

/** The value, and what is easily taken for it. */
export function valuesNear(value: unknown): unknown[] {
  return [value, [value], JSON.stringify(value), ''];
}
