import { areSame } from '../../shared/lists.ts';
import { ownValue } from '../../shared/model/entries.ts';
import { isJsonObject } from '../../shared/model/json.ts';

/**
 * `after`, with every part that equals its counterpart in `before` replaced by it, so that only real changes are drawn, or
 * compared, again. Entries of lists are told by their id, others by their place.
 */
export function shareUnchanged<Value>(before: unknown, after: Value): Value {
  return shared(before, after) as Value; // equal values are exchanged for equal values
}

function shared(before: unknown, after: unknown): unknown {
  if (Object.is(before, after)) return before;
  if (Array.isArray(before) && Array.isArray(after)) return sharedArray(before, after);
  if (before instanceof Map && after instanceof Map) return sharedMap(before, after);
  return isJsonObject(before) && isJsonObject(after) ? sharedObject(before, after) : after;
}

function sharedArray(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  let byId: Map<unknown, unknown> | undefined;
  const counterpart = (part: unknown, index: number): unknown => {
    const id = idOf(part);
    // Most stay where they are.
    if (id === idOf(before[index])) return before[index];
    byId ??= new Map(before.map(known => [idOf(known), known]));
    return byId.get(id);
  };
  const parts = after.map((part, index) => shared(counterpart(part, index), part));
  return areSame(parts, before) ? before : parts;
}

const idOf = (part: unknown): unknown => (isJsonObject(part) ? part.id : undefined);

function sharedObject(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const keys = Object.keys(after);
  // From entries, so that a key named __proto__ stays a key.
  const parts = Object.fromEntries(keys.map(key => [key, shared(ownValue(before, key), after[key])]));
  const isSame =
    keys.length === Object.keys(before).length && keys.every(key => isOwnAndSame(before, key, parts));
  return isSame ? before : parts;
}

function sharedMap(
  before: ReadonlyMap<unknown, unknown>,
  after: ReadonlyMap<unknown, unknown>,
): ReadonlyMap<unknown, unknown> {
  const parts = new Map([...after].map(([key, part]) => [key, shared(before.get(key), part)]));
  const isSame =
    parts.size === before.size &&
    [...parts].every(([key, part]) => before.has(key) && before.get(key) === part);
  return isSame ? before : parts;
}

function isOwnAndSame(
  before: Readonly<Record<string, unknown>>,
  key: string,
  parts: Readonly<Record<string, unknown>>,
): boolean {
  return Object.hasOwn(before, key) && before[key] === parts[key];
}
