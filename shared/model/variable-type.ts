import { isMissing } from './json.ts';

/** JSON types as variables name them; `unknown` where nothing is known, or sources contradict each other. */
export const variableTypes = ['string', 'number', 'boolean', 'array', 'object', 'unknown'] as const;
export type VariableType = (typeof variableTypes)[number];

/** The JSON type of a value; `unknown` for a missing one. */
export function variableTypeOf(value: unknown): VariableType {
  if (isMissing(value)) return 'unknown';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object';
}
