import { unreachable } from '../contract/errors.ts';
import { isMissing } from '../model/json.ts';
import { numericValue } from './numeric-value.ts';
import { type Operator, operators } from './operators.ts';

/** Carries a constant over to another operator: 5 becomes [5] for "is one of", and the first of a list goes back. */
export function valueForOperator(value: unknown, operator: Operator): unknown {
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
      return textOf(single(value));
    case 'any':
      return isMissing(single(value)) ? '' : single(value);
    default:
      return unreachable(takes);
  }
}

/** A value as the text that is meant by it; what is missing is empty. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return isMissing(value) ? '' : JSON.stringify(value);
}

function single(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}
