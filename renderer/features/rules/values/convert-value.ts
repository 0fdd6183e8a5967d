import { isMissing } from '../../../../shared/model/json.ts';
import { type Operator, operatorCatalog } from '../../../../shared/rules/operators.ts';
import { asNumber, convertToKind } from './value-kind.ts';

/** Carries a constant over to another operator: 5 becomes [5] for "is one of", and the first of a list goes back. */
export function convertValue(value: unknown, operator: Operator): unknown {
  switch (operatorCatalog[operator].operand) {
    case 'none':
      return undefined;
    case 'list':
      return Array.isArray(value) ? value : isMissing(value) || value === '' ? [] : [value];
    case 'number':
      return asNumber(single(value)) ?? 0;
    case 'text':
    case 'pattern':
      return convertToKind(single(value), 'text');
    case 'any':
      return isMissing(single(value)) ? '' : single(value);
  }
}

function single(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}
