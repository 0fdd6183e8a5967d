import { isMissing } from '../../../shared/model/json.ts';
import type { PossibleVariable } from '../../../shared/model/variable.ts';

/** The JSON type of a value as variables name it (V1); `unknown` for a missing one. */
export function variableTypeOf(value: unknown): PossibleVariable['type'] {
  if (isMissing(value)) return 'unknown';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object';
}
