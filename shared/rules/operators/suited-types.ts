import type { VariableType } from '../../model/variable-type.ts';

/** For operators that look at whether, or at what, a variable is, whatever its type. */
export const everyType: readonly VariableType[] = [
  'string',
  'number',
  'boolean',
  'array',
  'object',
  'unknown',
];
export const textTypes: readonly VariableType[] = ['string', 'unknown'];
export const numberTypes: readonly VariableType[] = ['number', 'string', 'unknown'];
