import { isJsonObject, type JsonObject } from './json.ts';

/** The order of an object's known keys; other keys follow in the order they have. For a list it holds for each item. */
export interface KeyOrder {
  readonly keys: readonly string[];
  readonly inside?: Readonly<Record<string, KeyOrder>>;
  /** Keys that are left out when they have this value, because it is what absence means. */
  readonly impliedValues?: Readonly<Record<string, unknown>>;
}

const unordered: KeyOrder = { keys: [] };

/** The one text of a definition: two spaces, LF, final newline, keys in order (files of a project). */
export function formatCanonicalJson(value: unknown, order: KeyOrder = unordered): string {
  return `${formatValue(value, order, '')}\n`;
}

/** Written by hand and not through reordered copies: assigning a key such as `__proto__` would lose it. */
function formatValue(value: unknown, order: KeyOrder, indent: string): string {
  if (Array.isArray(value)) return formatArray(value, order, indent);
  if (isJsonObject(value)) return formatObject(value, order, indent);
  // JSON.stringify forgets the sign, and a save without an edit must change nothing.
  return Object.is(value, -0) ? '-0' : (JSON.stringify(value) ?? 'null');
}

function formatArray(items: readonly unknown[], order: KeyOrder, indent: string): string {
  const inner = `${indent}  `;
  const lines = items.map(item => inner + formatValue(item, order, inner));
  return lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n${indent}]`;
}

function formatObject(object: JsonObject, order: KeyOrder, indent: string): string {
  const inner = `${indent}  `;
  const lines = orderedKeys(object, order).map(key => {
    const value = formatValue(object[key], insideOf(order, key), inner);
    return `${inner}${JSON.stringify(key)}: ${value}`;
  });
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n${indent}}`;
}

const insideOf = (order: KeyOrder, key: string): KeyOrder =>
  (order.inside !== undefined && Object.hasOwn(order.inside, key) ? order.inside[key] : undefined) ??
  unordered;

function orderedKeys(object: JsonObject, order: KeyOrder): string[] {
  const present = Object.keys(object).filter(
    key => object[key] !== undefined && !isImplied(object, key, order),
  );
  const known = order.keys.filter(key => present.includes(key));
  return [...known, ...present.filter(key => !order.keys.includes(key))];
}

const isImplied = (object: JsonObject, key: string, order: KeyOrder): boolean =>
  order.impliedValues !== undefined &&
  Object.hasOwn(order.impliedValues, key) &&
  order.impliedValues[key] === object[key];
