import type { Element } from '../../../shared/model/element.ts';
import { ownValue } from '../../../shared/model/entries.ts';
import { isJsonObject, isMissing } from '../../../shared/model/json.ts';

/** A field of an element, dots descending into objects; undefined when missing. Own keys only. */
export function fieldValue(element: Element, field: string): unknown {
  return readPath(element, field);
}

/** Reads `a.b.c` from an object: the whole name first, then step by step, where keys may have dots. Own keys only. */
export function readPath(value: unknown, path: string): unknown {
  if (!isJsonObject(value)) return undefined;
  if (Object.hasOwn(value, path)) return value[path];
  for (const { head, rest } of splitPath(path)) {
    const found = Object.hasOwn(value, head) ? readPath(value[head], rest) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A path cut at each of its dots, the shortest head first. */
export function* splitPath(path: string): Generator<{ readonly head: string; readonly rest: string }> {
  for (let dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1))
    yield { head: path.slice(0, dot), rest: path.slice(dot + 1) };
}

/** The raw text of what a store or a memory file gave: its `content`, `text`, `summary` or `value`, else its JSON. */
export function contentOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (isJsonObject(value)) {
    for (const name of ['content', 'text', 'summary', 'value']) {
      const candidate = ownValue(value, name);
      if (!isMissing(candidate)) return typeof candidate === 'string' ? candidate : toJson(candidate);
    }
  }
  return toJson(value);
}

function toJson(value: unknown): string {
  return JSON.stringify(value) ?? '';
}

/** One text per JSON value, the same for equal values (key order ignored): for use as a Map key. */
export function valueKey(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueKey).join(',')}]`;
  if (!isJsonObject(value)) return toJson(value ?? null);
  const entries = Object.keys(value)
    .toSorted()
    .map(key => `${JSON.stringify(key)}:${valueKey(value[key])}`);
  return `{${entries.join(',')}}`;
}
