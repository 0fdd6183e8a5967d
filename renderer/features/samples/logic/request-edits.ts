import { ownValue } from '../../../../shared/model/entries.ts';
import { isJsonObject, type JsonObject } from '../../../../shared/model/json.ts';
import { isScope } from '../../../../shared/model/scope.ts';

/**
 * A request with one variable set; `undefined` takes it out. The name is prefixed. What is already there
 * keeps its way of writing (nested or with dots), so that no path is ever written in two ways.
 */
export function withVariable(request: JsonObject, name: string, value: unknown): JsonObject {
  if (name === 'input.text') return withInputText(request, value);
  const [prefix, ...path] = name.split('.');
  if (prefix === 'addVar') return withPart(request, 'additional_variables', path, value);
  const scope = path[0] ?? '';
  if (prefix !== 'scope' || !isScope(scope)) return request;
  const scopes = isJsonObject(request.scope_variables) ? request.scope_variables : {};
  // `scope_variables` must stay an object even when it is empty.
  return withKey(request, 'scope_variables', withPart(scopes, scope, path.slice(1), value));
}

/** Any top-level part of the request; `undefined` takes it out. */
export function withKey(object: JsonObject, key: string, value: unknown): JsonObject {
  if (value === undefined) return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
  return { ...object, [key]: value };
}

/** One limit of the assembly; constraints without any limit are left out. */
export function withConstraint(request: JsonObject, name: string, value: unknown): JsonObject {
  return withPart(request, 'constraints', [name], value);
}

/** The text may be bare or in an object; an object keeps its other keys. */
function withInputText(request: JsonObject, value: unknown): JsonObject {
  const input = isJsonObject(request.input) ? withKey(request.input, 'text', value) : undefined;
  if (input !== undefined)
    return withKey(request, 'input', Object.keys(input).length === 0 ? undefined : input);
  return withKey(request, 'input', value === undefined ? undefined : { text: value });
}

function withPart(object: JsonObject, key: string, path: readonly string[], value: unknown): JsonObject {
  const part = ownValue(object, key);
  const changed = atPath(isJsonObject(part) ? part : {}, path, value);
  return withKey(object, key, Object.keys(changed).length === 0 ? undefined : changed);
}

function atPath(place: JsonObject, path: readonly string[], value: unknown): JsonObject {
  const whole = path.join('.');
  if (path.length < 2 || Object.hasOwn(place, whole)) return withKey(place, whole, value);
  for (let length = path.length - 1; length > 0; length -= 1) {
    const key = path.slice(0, length).join('.');
    if (Object.hasOwn(place, key) && isJsonObject(place[key]))
      return withPart(place, key, path.slice(length), value);
  }
  const [first = ''] = path;
  // A value that is no object already has the first name, so only the dotted way is free.
  if (Object.hasOwn(place, first)) return withKey(place, whole, value);
  return value === undefined ? place : withPart(place, first, path.slice(1), value);
}
