/** A JSON object as parsed: own keys only, any name allowed (also `__proto__`). */
export type JsonObject = { readonly [key: string]: unknown };

/** True for `{...}` values; false for null, arrays and class instances. */
export function isJsonObject(value: unknown): value is JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** What a text says as JSON; undefined, which no JSON says, where it is none. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Whether an integer of a JSON text became another by its reading, and would be written as another. Of a fraction nobody
 * expects all digits.
 */
export const isRounded = (value: number, written: string): boolean =>
  !Number.isSafeInteger(value) &&
  /^-?\d+$/.test(written) &&
  String(value) !== written &&
  !(Number.isFinite(value) && BigInt(written) === BigInt(value));

/** The texts of a list; none of what is no list. */
export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(element => typeof element === 'string') : [];

/** Missing means undefined or null. */
export function isMissing(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** JSON equality: same type and equal; arrays and objects deep, key order ignored (`eq`). */
export function isJsonEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left) || Array.isArray(right)) return areArraysEqual(left, right);
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every(key => Object.hasOwn(right, key) && isJsonEqual(left[key], right[key]));
}

function areArraysEqual(left: unknown, right: unknown): boolean {
  if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
  return left.every((value, index) => isJsonEqual(value, right[index]));
}

/** True when some element equals the value as `isJsonEqual` says; many values are compared quickly with plain ones. */
export function includesJson(list: readonly unknown[], value: unknown): boolean {
  const isPlain = typeof value !== 'object' || value === null;
  return isPlain ? list.includes(value) : list.some(element => isJsonEqual(element, value));
}

/** Values that are worked through without a pause. */
const smallValues = 500;

/** True when a value is soon worked through; looks at no more of it than that. */
export function isSmallJson(root: unknown): boolean {
  const open: unknown[] = [root];
  for (let count = 0; open.length > 0; count += 1) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    const children: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
    if (count + open.length + children.length > smallValues) return false;
    for (const child of children) open.push(child);
  }
  return true;
}
