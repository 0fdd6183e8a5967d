import { isJsonObject, isMissing } from '../../model/json.ts';
import type { ContextRequest } from '../../model/request.ts';
import { scopesBroadToNarrow } from '../../model/scope.ts';

/** A name that several scopes gave: the prefixed name that won and those it hid. */
export interface ShadowedVariable {
  readonly name: string;
  readonly winner: string;
  readonly shadowed: string[];
}

/** The flat map of R2 for pipeline templates. */
export interface FlatVariables {
  readonly variables: Map<string, unknown>;
  readonly shadowed: ShadowedVariable[];
}

/**
 * Bare field names to values: from broad to narrow, later wins, `additional_variables` last.
 * A null is missing, so it neither counts nor hides a value from a broader scope.
 */
export function flattenVariables(request: ContextRequest): FlatVariables {
  const variables = new Map<string, unknown>();
  const givenBy = new Map<string, string[]>();
  const add = (prefix: string, fields: unknown) => {
    if (!isJsonObject(fields)) return;
    for (const name of Object.keys(fields)) {
      const value = fields[name];
      if (isMissing(value)) continue;
      variables.set(name, value);
      const known = givenBy.get(name);
      if (known === undefined) givenBy.set(name, [`${prefix}.${name}`]);
      else known.push(`${prefix}.${name}`);
    }
  };
  for (const scope of scopesBroadToNarrow) add(`scope.${scope}`, request.scope_variables[scope]);
  add('addVar', request.additional_variables);
  return { variables, shadowed: shadowedVariables(givenBy) };
}

function shadowedVariables(givenBy: ReadonlyMap<string, readonly string[]>): ShadowedVariable[] {
  return [...givenBy]
    .filter(([, names]) => names.length > 1)
    .map(([name, names]) => ({ name, winner: names.at(-1) ?? name, shadowed: names.slice(0, -1) }));
}
