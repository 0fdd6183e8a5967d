import { isJsonObject, type JsonObject } from '../../model/json.ts';
import type { ContextRequest } from '../../model/request.ts';
import { scopeOfField } from '../field-name.ts';
import { forcedValue } from './related-fields.ts';

/** The smallest request in which these prefixed variables have these values; `undefined` leaves one out. */
export function requestWith(values: ReadonlyMap<string, unknown>): ContextRequest {
  const given = [...values].filter(([field, value]) => value !== undefined && !forcedValue(field, values));
  const additional = entriesBelow(given, 'addVar.');
  const names = new Set(values.keys());
  const text = given.find(([field]) => field === 'input.text')?.[1];
  return {
    scope_variables: scopeVariables(given, names),
    ...(additional.length > 0 && { additional_variables: nested(additional, 'addVar.', names) }),
    ...(typeof text === 'string' && { input: { text } }),
  };
}

type Entries = readonly (readonly [string, unknown])[];

function scopeVariables(given: Entries, names: ReadonlySet<string>): ContextRequest['scope_variables'] {
  const scopes = new Set(given.flatMap(([field]) => scopeOfField(field) ?? []));
  return Object.fromEntries(
    [...scopes].map(scope => {
      const prefix = `scope.${scope}.`;
      return [scope, nested(entriesBelow(given, prefix), prefix, names)];
    }),
  );
}

function entriesBelow(given: Entries, prefix: string): Entries {
  return given
    .filter(([field]) => field.startsWith(prefix))
    .map(([field, value]) => [field.slice(prefix.length), value]);
}

/**
 * Nests dotted names, except below a name that has a value of its own, or is to be missing: there the dotted key is the
 * only way.
 */
function nested(entries: Entries, prefix: string, names: ReadonlySet<string>): JsonObject {
  const tree = new Map<string, unknown>();
  for (const [name, value] of entries) {
    const parts = name.split('.');
    const hasOwnAncestor = parts.some((_, index) => names.has(prefix + parts.slice(0, index).join('.')));
    if (hasOwnAncestor || parts.includes('')) tree.set(name, value);
    else place(tree, parts, value);
  }
  return toObject(tree);
}

function place(tree: Map<string, unknown>, [first = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    tree.set(first, value);
    return;
  }
  const child = tree.get(first);
  const branch = child instanceof Map ? child : new Map<string, unknown>();
  tree.set(first, branch);
  place(branch, rest, value);
}

function toObject(tree: ReadonlyMap<string, unknown>): JsonObject {
  // fromEntries defines own keys, also `__proto__`.
  return Object.fromEntries(
    [...tree].map(([key, value]) => [key, value instanceof Map ? toObject(value) : value]),
  );
}

/** The request with one prefixed variable set, or removed by `undefined`, where it already stands or as a plain key. */
export function withVariable(request: ContextRequest, field: string, value: unknown): ContextRequest {
  if (field === 'input.text') return withInputText(request, value);
  const scope = scopeOfField(field);
  if (scope !== undefined) {
    const fields = withPath(
      request.scope_variables[scope] ?? {},
      field.slice(`scope.${scope}.`.length),
      value,
    );
    return { ...request, scope_variables: { ...request.scope_variables, [scope]: fields } };
  }
  const additional = withPath(request.additional_variables ?? {}, field.slice('addVar.'.length), value);
  return { ...request, additional_variables: additional };
}

function withInputText({ input, ...request }: ContextRequest, value: unknown): ContextRequest {
  const { text: _text, ...others } = typeof input === 'object' ? input : {};
  const text = typeof value === 'string' ? { text: value } : {};
  const changed = { ...others, ...text };
  return Object.keys(changed).length === 0 ? request : { ...request, input: changed };
}

function withPath(object: JsonObject, path: string, value: unknown): JsonObject {
  const holder = Object.keys(object).find(
    key => path.startsWith(`${key}.`) && holdsPath(object[key], path.slice(key.length + 1)),
  );
  if (holder !== undefined && !Object.hasOwn(object, path)) {
    const inner = object[holder];
    const replaced = isJsonObject(inner) ? withPath(inner, path.slice(holder.length + 1), value) : inner;
    return withKey(object, holder, replaced);
  }
  return withKey(object, path, value);
}

function holdsPath(value: unknown, path: string): boolean {
  return forcedValue(`x.${path}`, new Map([['x', value]])) !== undefined;
}

function withKey(object: JsonObject, key: string, value: unknown): JsonObject {
  const others = Object.entries(object).filter(([name]) => name !== key);
  return Object.fromEntries(value === undefined ? others : [...others, [key, value]]);
}
