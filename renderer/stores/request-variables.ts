import { isJsonObject, type JsonObject } from '../../shared/model/json.ts';
import { scopesBroadToNarrow } from '../../shared/model/scope.ts';

/** How a variable stands in a request. Missing, null and empty text are three different things to a reader. */
type VariableState = 'missing' | 'null' | 'empty' | 'given';

/** The value under a prefixed name such as `scope.agent.agent_id`, `addVar.repo.name` or `input.text`. */
export function valueInRequest(request: JsonObject, name: string): unknown {
  if (name === 'input.text') return isJsonObject(request.input) ? request.input.text : request.input;
  const [prefix, ...rest] = name.split('.');
  if (prefix === 'addVar') return valueAtPath(request.additional_variables, rest);
  return prefix === 'scope' ? valueAtPath(request.scope_variables, rest) : undefined;
}

/** The value a pipeline template `${name}` gets from the flat variables: narrow scopes win, then additional ones. */
export function flatValueInRequest(request: JsonObject, name: string): unknown {
  const path = name.split('.');
  const scopes = isJsonObject(request.scope_variables) ? request.scope_variables : {};
  const places = [
    request.additional_variables,
    ...scopesBroadToNarrow.toReversed().map(scope => scopes[scope]),
  ];
  return places.map(place => valueAtPath(place, path)).find(value => value !== undefined);
}

export function variableState(value: unknown): VariableState {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  return value === '' ? 'empty' : 'given';
}

/** A path may be written nested or with dots in its keys, so every way to cut it is tried. */
function valueAtPath(place: unknown, path: readonly string[]): unknown {
  if (path.length === 0) return place;
  if (!isJsonObject(place)) return undefined;
  for (let length = 1; length <= path.length; length += 1) {
    const key = path.slice(0, length).join('.');
    if (!Object.hasOwn(place, key)) continue;
    const value = valueAtPath(place[key], path.slice(length));
    if (value !== undefined) return value;
  }
  return undefined;
}
