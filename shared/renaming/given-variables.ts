import { isJsonObject, type JsonObject } from '../model/json.ts';
import { isScope } from '../model/scope.ts';
import { buildLookup } from '../rules/evaluation/build-lookup.ts';

/** The prefixed variables of a request that may be half-written: whatever has the right shape counts. */
export function givenVariables(request: JsonObject): ReadonlyMap<string, unknown> {
  const { scope_variables: scopes, additional_variables: additional } = request;
  const usable = isJsonObject(scopes)
    ? Object.entries(scopes).filter(([scope, fields]) => isScope(scope) && isJsonObject(fields))
    : [];
  return buildLookup({
    scope_variables: Object.fromEntries(usable),
    ...(isJsonObject(additional) && { additional_variables: additional }),
  }).variables;
}
