import { isJsonObject, type JsonObject } from '../model/json.ts';
import { scopeOfField } from '../rules/field-name.ts';

/** A request with one variable under its new name, and where that happened. */
interface RenamedRequest {
  readonly request: JsonObject;
  readonly places: readonly string[];
}

/**
 * Moves a prefixed variable, and what lies in it, to another name; undefined when the request does not give it.
 * Where both names share their object the key keeps its position. The request may be half-written.
 */
export function renameInRequest(request: JsonObject, from: string, to: string): RenamedRequest | undefined {
  const source = homeOf(from);
  const target = homeOf(to);
  const fields = at(request, source.path);
  if (fields === undefined) return undefined;
  const isSameHome = source.path.join('.') === target.path.join('.');
  const moved = move(fields, source.name, isSameHome ? target.name : undefined);
  if (moved.places.length === 0) return undefined;
  const places = moved.places.map(place => [...source.path, place].join('.'));
  const left = withObject(request, source.path, moved.object);
  if (moved.taken.length === 0) return { request: left, places };
  const put = { ...at(left, target.path), ...entriesToObject(renamedEntries(moved.taken, target.name)) };
  return { request: withObject(left, target.path, put), places };
}

interface Home {
  readonly path: readonly string[];
  readonly name: string;
}

/** Where a request holds a prefixed variable, and its bare name there. */
function homeOf(field: string): Home {
  const scope = scopeOfField(field);
  return scope === undefined
    ? { path: ['additional_variables'], name: field.slice('addVar.'.length) }
    : { path: ['scope_variables', scope], name: field.slice(`scope.${scope}.`.length) };
}

type Entry = readonly [key: string, value: unknown];

interface Moved {
  readonly object: JsonObject;
  /** What has to go elsewhere: what follows the old name, and the value. */
  readonly taken: readonly Entry[];
  readonly places: readonly string[];
}

/** Renames a dotted path within an object; `to` undefined takes it out. Keys may have dots themselves. */
function move(object: JsonObject, from: string, to: string | undefined): Moved {
  const taken: Entry[] = [];
  const places: string[] = [];
  const entries = Object.entries(object).flatMap(([key, value]): Entry[] => {
    if (key === from || key.startsWith(`${from}.`)) {
      places.push(key);
      const rest = key.slice(from.length);
      if (to !== undefined) return [[to + rest, value]];
      taken.push([rest, value]);
      return [];
    }
    if (!from.startsWith(`${key}.`) || !isJsonObject(value)) return [[key, value]];
    const inner = move(
      value,
      from.slice(key.length + 1),
      to?.startsWith(`${key}.`) ? to.slice(key.length + 1) : undefined,
    );
    if (inner.places.length === 0) return [[key, value]];
    places.push(...inner.places.map(place => `${key}.${place}`));
    taken.push(...inner.taken);
    return [[key, inner.object]];
  });
  const own = to === undefined ? [] : renamedEntries(taken, to);
  return { object: entriesToObject([...entries, ...own]), taken: to === undefined ? taken : [], places };
}

const renamedEntries = (taken: readonly Entry[], to: string): Entry[] =>
  taken.map(([rest, value]) => [to + rest, value]);

/** Defines own keys, also one that is called `__proto__`. */
const entriesToObject = (entries: readonly Entry[]): JsonObject => Object.fromEntries(entries);

function at(object: JsonObject, path: readonly string[]): JsonObject | undefined {
  let inner: JsonObject | undefined = object;
  for (const key of path) {
    const next: unknown = inner !== undefined && Object.hasOwn(inner, key) ? inner[key] : undefined;
    inner = isJsonObject(next) ? next : undefined;
  }
  return inner;
}

function withObject(object: JsonObject, [key, ...rest]: readonly string[], value: JsonObject): JsonObject {
  if (key === undefined) return value;
  return { ...object, [key]: withObject(at(object, [key]) ?? {}, rest, value) };
}
