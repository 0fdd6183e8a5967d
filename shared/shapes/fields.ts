import type { Path, TextBlock } from '../model/block.ts';
import { ownValue } from '../model/entries.ts';
import { isJsonObject } from '../model/json.ts';

/** An own field of an object; undefined for anything else. */
export const fieldOf = (value: unknown, key: string): unknown =>
  isJsonObject(value) ? ownValue(value, key) : undefined;

/** A text field; undefined where there is none. */
export function textOf(value: unknown, key: string): string | undefined {
  const field = fieldOf(value, key);
  return typeof field === 'string' ? field : undefined;
}

/** A list field; empty where there is none. */
export function listOf(value: unknown, key: string): readonly unknown[] {
  const field = fieldOf(value, key);
  return Array.isArray(field) ? field : [];
}

/** The entries of a body that is a list of them, or has one under a key; undefined where it does neither. */
export function entriesIn(body: unknown, key: string): readonly unknown[] | undefined {
  const list = Array.isArray(body) ? body : fieldOf(body, key);
  return Array.isArray(list) ? list : undefined;
}

/** The same body with other entries. */
export const withEntries = (body: unknown, key: string, entries: readonly unknown[]): unknown =>
  isJsonObject(body) ? { ...body, [key]: entries } : entries;

/** The same body with what is kept of its entries, each as it came. */
export const withKept = (
  body: unknown,
  key: string,
  kept: readonly { readonly source: unknown }[],
): unknown =>
  withEntries(
    body,
    key,
    kept.map(({ source }) => source),
  );

/** What a body sends beside its entries, under some of its keys: texts as they are, all else as JSON. */
export const standingIn = (body: unknown, keys: readonly string[]): string[] =>
  keys.flatMap(key => {
    const value = fieldOf(body, key);
    if (value === undefined || value === null) return [];
    return [typeof value === 'string' ? value : JSON.stringify(value)];
  });

/** Every text within a value, with where it stands. */
export function textsIn(value: unknown, at: Path): TextBlock[] {
  if (typeof value === 'string') return [{ type: 'text', text: value, at }];
  if (Array.isArray(value)) return value.flatMap((inner, index) => textsIn(inner, [...at, index]));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, [...at, key]));
}

/** A copy of a value with another one at a place. */
export function replaceAt(value: unknown, [key, ...rest]: Path, inner: unknown): unknown {
  if (key === undefined) return inner;
  if (Array.isArray(value))
    return value.map((element, index) => (index === key ? replaceAt(element, rest, inner) : element));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      name === key ? replaceAt(field, rest, inner) : field,
    ]),
  );
}

/** A copy of a value without what stands at a place; a list that is empty then goes with it. */
export function removeAt(value: unknown, at: Path): unknown {
  const [key, ...rest] = at;
  if (key === undefined) return undefined;
  if (Array.isArray(value)) {
    const list = value.flatMap((element, index) => {
      if (index !== key) return [element];
      return rest.length === 0 ? [] : [removeAt(element, rest)];
    });
    return list.length === 0 ? undefined : list;
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => {
      if (name !== key) return [[name, field]];
      const left = rest.length === 0 ? undefined : removeAt(field, rest);
      return left === undefined ? [] : [[name, left]];
    }),
  );
}

/** Ids for shapes whose calls have none: a result answers the oldest open call of its name. */
export function pairInOrder() {
  const open = new Map<string, string[]>();
  let made = 0;
  let isInterrupted = false;
  const mint = (name: string): string => `${name}:${made++}`;
  return {
    /** Where calls are made anew after a user spoke, those before are never answered. */
    spoken(): void {
      isInterrupted = true;
    },
    call(name: string): string {
      if (isInterrupted) open.clear();
      isInterrupted = false;
      const id = mint(name);
      open.set(name, [...(open.get(name) ?? []), id]);
      return id;
    },
    result: (name: string): string => open.get(name)?.shift() ?? mint(name),
  };
}
export type Pairing = ReturnType<typeof pairInOrder>;
