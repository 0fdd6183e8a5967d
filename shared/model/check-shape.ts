import { z } from 'zod';
import { isJsonObject, type JsonObject } from './json.ts';

type Schema = z.core.$ZodType;
type Payload = z.core.ParsePayload;
type Context = z.core.ParseContextInternal;

/** Complaints, unknown keys among them, at which a list or an object of many keys is not looked at further: nobody mends more at once. */
export const mostIssues = 100;

/** What a value came to: itself as the schema's type, or what is wrong with it as far as it was looked at. */
export type CheckedShape<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly issues: readonly z.core.$ZodIssue[] };

/**
 * Whether a value has a schema's shape. For values of any size: the library keeps every complaint, and a list of a million
 * empty objects has several million; here each list ends at `mostIssues` of them.
 */
export function checkShape<Value>(schema: z.ZodType<Value>, value: unknown): CheckedShape<Value> {
  stopEarlyWithin(schema);
  const checked = schema.safeParse(value);
  return checked.success ? { ok: true, value: checked.data } : { ok: false, issues: checked.error.issues };
}

/** Whether a value has a schema's shape; stops at the first complaint. */
export function hasShape(schema: z.ZodType, value: unknown): boolean {
  return schema.validate(value);
}

const prepared = new WeakSet<Schema>();

/** Lists and records of the schema, and of all its parts, stop at enough complaints from now on. */
function stopEarlyWithin(schema: Schema): void {
  const open: Schema[] = [schema];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (prepared.has(next)) continue;
    prepared.add(next);
    const { def } = next._zod;
    const known = knownKeys(next);
    if (known !== undefined) stopAtUnknownKeys(next, known);
    else if (def.type === 'array' || next instanceof z.core.$ZodRecord) stopEarly(next);
    open.push(...partsOf(Object.values(def)));
  }
}

/** All keys that the schema takes; undefined where it takes any, or is of no keys. */
function knownKeys(schema: Schema): ReadonlySet<unknown> | undefined {
  if (schema instanceof z.core.$ZodRecord) return schema._zod.def.keyType._zod.values;
  if (!(schema instanceof z.core.$ZodObject)) return undefined;
  const { catchall, shape } = schema._zod.def;
  return catchall?._zod.def.type === 'never' ? new Set(Object.keys(shape)) : undefined;
}

/** The schemas that a definition of a schema is made of, whatever its kind calls them. */
function partsOf(values: readonly unknown[]): Schema[] {
  return values.flatMap(value => {
    if (value instanceof z.core.$ZodType) return [value];
    if (Array.isArray(value)) return partsOf(value);
    return isJsonObject(value) ? partsOf(Object.values(value)) : [];
  });
}

/** Unknown keys are one complaint that names all of them: of very many the first are enough. */
function stopAtUnknownKeys(schema: Schema, known: ReadonlySet<unknown>): void {
  const parse = schema._zod.parse;
  replaceParse(schema, (payload, context) => {
    const keys = isJsonObject(payload.value) ? Object.keys(payload.value) : [];
    if (isJsonObject(payload.value) && keys.length > known.size + mostIssues)
      payload.value = withFewUnknown(payload.value, keys, known);
    return parse(payload, context);
  });
}

/** One more than are told, so that it shows that there are more. */
function withFewUnknown(given: JsonObject, keys: readonly string[], known: ReadonlySet<unknown>): JsonObject {
  const unknown = new Set(keys.filter(key => !known.has(key)).slice(0, mostIssues + 1));
  const kept = keys.filter(key => known.has(key) || unknown.has(key));
  return Object.fromEntries(kept.map(key => [key, given[key]]));
}

/** Without checks of its own, a schema's `run` is its `parse`. */
function replaceParse(schema: Schema, parse: Schema['_zod']['parse']): void {
  if (schema._zod.run === schema._zod.parse) schema._zod.run = parse;
  schema._zod.parse = parse;
}

function stopEarly(schema: Schema): void {
  const parse = schema._zod.parse;
  const element = schema instanceof z.core.$ZodArray ? schema._zod.def.element : undefined;
  replaceParse(schema, (payload, context) => {
    const given = payload.value;
    if (element !== undefined && Array.isArray(given)) return parseList(element, payload, given, context);
    if (element === undefined && isJsonObject(given)) return parseRecord(parse, payload, given, context);
    return parse(payload, context);
  });
}

function parseList(element: Schema, payload: Payload, given: readonly unknown[], context: Context): Payload {
  const read: unknown[] = [];
  for (const [index, value] of given.entries()) {
    const part = atOnce(element._zod.run({ value, issues: [] }, context));
    read.push(part.value);
    if (part.issues.length === 0) continue;
    payload.issues.push(...z.core.util.prefixIssues(index, part.issues));
    // The value stays as it is: checks of its length come next.
    if (payload.issues.length >= mostIssues) return payload;
  }
  payload.value = read;
  return payload;
}

/** Keys that the library looks at before complaints are counted. */
const sliceLength = 10;

function parseRecord(
  parse: Schema['_zod']['parse'],
  payload: Payload,
  given: JsonObject,
  context: Context,
): Payload {
  const entries = Object.entries(given);
  if (entries.length <= sliceLength) return atOnce(parse(payload, context));
  const read: Record<string, unknown> = {};
  for (let from = 0; from < entries.length; from += sliceLength) {
    const slice = Object.fromEntries(entries.slice(from, from + sliceLength));
    const part = atOnce(parse({ value: slice, issues: [] }, context));
    payload.issues.push(...part.issues);
    if (payload.issues.length >= mostIssues) return payload;
    Object.assign(read, part.value);
  }
  payload.value = read;
  return payload;
}

function atOnce(result: Payload | Promise<Payload>): Payload {
  // None of our schemas waits for anything.
  if (result instanceof Promise) throw new z.core.$ZodAsyncError();
  return result;
}
