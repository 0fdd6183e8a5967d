import type { Warning } from '../../../shared/model/evaluation.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import type { ScopeVariables } from '../../../shared/model/request.ts';
import { scopeFields, scopes } from '../../../shared/model/scope.ts';

/** A warning for every field of a scope that is not one of its standard fields (R1); such fields still work. */
export function unknownFieldWarnings(scopeVariables: ScopeVariables): Warning[] {
  return scopes.flatMap(scope => {
    const fields = scopeVariables[scope];
    const known: readonly string[] = scopeFields[scope];
    if (!isJsonObject(fields)) return [];
    return Object.keys(fields)
      .filter(name => !known.includes(name))
      .map(name => ({
        code: 'unknown_field',
        path: `scope_variables.${scope}.${name}`,
        message: `"${name}" is not a standard field of ${scope} (${known.join(', ')}); rules can use it as scope.${scope}.${name}`,
      }));
  });
}
