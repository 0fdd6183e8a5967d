import { unreachable } from '../../../../shared/contract/errors.ts';
import { isMissing } from '../../../../shared/model/json.ts';
import { numericValue } from '../../../../shared/rules/numeric-value.ts';
import { type Operator, operators } from '../../../../shared/rules/operators.ts';
import { convertToKind } from './value-kind.ts';

/** Carries a constant over to another operator: 5 becomes [5] for "is one of", and the first of a list goes back. */
export function convertValue(value: unknown, operator: Operator): unknown {
  const { takes } = operators[operator];
  switch (takes) {
    case 'none':
      return undefined;
    case 'list':
      return Array.isArray(value) ? value : isMissing(value) || value === '' ? [] : [value];
    case 'number':
      return numericValue(single(value)) ?? 0;
    case 'text':
    case 'pattern':
      return convertToKind(single(value), 'text');
    case 'any':
      return isMissing(single(value)) ? '' : single(value);
    default:
      return unreachable(takes);
  }
}

function single(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}
