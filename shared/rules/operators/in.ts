import { includesJson, isMissing } from '../../model/json.ts';
import { type VariableType, variableTypeOf } from '../../model/variable-type.ts';
import type { OperatorKind } from './operator-kind.ts';
import { everyType } from './suited-types.ts';

/** `in`: some element of the list is `eq` the variable. A value that is no list is an error in any case. */
export const isIn: OperatorKind = {
  label: 'is one of',
  symbol: 'is one of',
  takes: 'list',
  suits: everyType,
  fits: hasOfType,
  cost: 1,
  test(actual, value) {
    if (!Array.isArray(value)) return 'error';
    if (isMissing(actual)) return 'missing';
    return includesJson(value, actual) ? 'matched' : 'failed';
  },
  reason: (actual, value, { show, describe }) =>
    Array.isArray(value)
      ? `is ${(hasOfType(value, variableTypeOf(actual)) ? show : describe)(actual)}, none of ${show(value)}`
      : `cannot be tested: "is one of" needs a list, not ${describe(value)}`,
  constant: value =>
    isEmpty(value) ? { holds: 'never', because: 'nothing is in an empty list' } : undefined,
  domain: value => (Array.isArray(value) ? { kind: 'one_of', values: presentIn(value) } : { kind: 'never' }),
  boundaries: elementsNear,
};

/** Whether an element has this type, or there is nothing to have one. */
export function hasOfType(value: unknown, type: VariableType): boolean {
  return !Array.isArray(value) || isEmpty(value) || value.some(element => variableTypeOf(element) === type);
}

export function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** A null in a list equals no variable. */
export function presentIn(list: readonly unknown[]): unknown[] {
  return list.filter(element => !isMissing(element));
}

export function elementsNear(value: unknown): unknown[] {
  return Array.isArray(value) ? [...value, value, '', 0] : [value];
}
