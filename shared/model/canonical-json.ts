import { isJsonObject, isSmallJson, type JsonObject } from './json.ts';

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

/** The same for a value of any size: stops again and again; undefined where it would be longer than `mostLetters`. */
export function* canonicalJson(
  value: unknown,
  order: KeyOrder,
  mostLetters = Number.POSITIVE_INFINITY,
): Generator<void, string | undefined> {
  const written: Written = { parts: [], pieces: [], lettersLeft: mostLetters, lettersToStop: stretchLetters };
  yield* writeWithin(value, order, '', written);
  gather(written);
  return written.lettersLeft < 0 ? undefined : `${written.parts.join('')}\n`;
}

/** The value as its file says it: without what is not written, because absence means it or it is no JSON. */
export function asWritten(value: unknown, order: KeyOrder = unordered): unknown {
  if (Array.isArray(value)) return value.map(item => asWritten(item, order));
  if (!isJsonObject(value)) return value;
  const keys = orderedKeys(value, order);
  return Object.fromEntries(keys.map(key => [key, asWritten(value[key], insideOf(order, key))]));
}

/** One list for all depths: a text that each depth made of the one within would be copied at each of them. */
interface Written {
  readonly parts: string[];
  /** What is no part yet: half a million small texts that are all kept take longer to collect than to write. */
  readonly pieces: string[];
  lettersLeft: number;
  lettersToStop: number;
}

const mostPieces = 1024;
/** Letters between two stops, well under a millisecond: at a depth of 50 a stop costs more than a value. */
const stretchLetters = 16_384;

function write(written: Written, piece: string): void {
  written.lettersLeft -= piece.length;
  written.lettersToStop -= piece.length;
  if (written.pieces.push(piece) === mostPieces) gather(written);
}

function gather({ parts, pieces }: Written): void {
  parts.push(pieces.join(''));
  pieces.length = 0;
}

/** Small values at once. Nobody gets what is too long, so the rest of it is not made. */
function* writeWithin(
  value: unknown,
  order: KeyOrder,
  indent: string,
  written: Written,
): Generator<void, void> {
  if (written.lettersToStop < 0) {
    yield;
    written.lettersToStop = stretchLetters;
  }
  if (!isSmallJson(value)) return yield* writeParts(value, order, indent, written);
  write(written, formatValue(value, order, indent));
}

function* writeParts(
  value: unknown,
  order: KeyOrder,
  indent: string,
  written: Written,
): Generator<void, void> {
  const inner = `${indent}  `;
  const between = `,\n${inner}`;
  let before = `\n${inner}`;
  if (Array.isArray(value)) {
    write(written, '[');
    for (const item of value) {
      if (written.lettersLeft < 0) return;
      write(written, before);
      yield* writeWithin(item, order, inner, written);
      before = between;
    }
    return write(written, `\n${indent}]`);
  }
  if (!isJsonObject(value)) return write(written, formatValue(value, order, indent));
  write(written, '{');
  before = '\n';
  for (const key of orderedKeys(value, order)) {
    if (written.lettersLeft < 0) return;
    write(written, before + formatKey(key, inner));
    yield* writeWithin(value[key], insideOf(order, key), inner, written);
    before = ',\n';
  }
  write(written, `\n${indent}}`);
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
  return wrapped('[]', lines, indent);
}

function formatObject(object: JsonObject, order: KeyOrder, indent: string): string {
  const inner = `${indent}  `;
  const lines = orderedKeys(object, order).map(
    key => formatKey(key, inner) + formatValue(object[key], insideOf(order, key), inner),
  );
  return wrapped('{}', lines, indent);
}

const formatKey = (key: string, indent: string): string => `${indent}${JSON.stringify(key)}: `;

const wrapped = ([open, close]: string, lines: readonly string[], indent: string): string =>
  lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join(',\n')}\n${indent}${close}`;

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
