import { z } from 'zod';
import type { Pause } from '../stretches.ts';
import { isJsonObject, isSmallJson, type JsonObject } from './json.ts';

type Schema = z.core.$ZodType;
type Payload = z.core.ParsePayload;
/** What is handed through a check; the library hands it on as it is. */
type Context = z.core.ParseContextInternal & { readonly pause?: Pause };

/** Complaints, unknown keys among them, at which a list or an object of many keys is not looked at further: nobody mends more at once. */
export const mostIssues = 100;

/**
 * What a value came to: the library's copy of it without what the schema does not know, and itself with all its keys; or
 * what is wrong with it as far as it was looked at.
 */
export type CheckedShape<Value> =
  | { readonly ok: true; readonly value: Value; readonly itself: Value }
  | { readonly ok: false; readonly issues: readonly z.core.$ZodIssue[] };

/**
 * Whether a value has a schema's shape. For values of any size: the library keeps every complaint, and a list of a million
 * empty objects has several million; here each list ends at `mostIssues` of them.
 */
export function checkShape<Value>(schema: z.ZodType<Value>, value: unknown): CheckedShape<Value> {
  stopEarlyWithin(schema);
  return toChecked(schema.safeParse(value), value);
}

/**
 * The same for a value of any length: `pause` is asked after each element of a long list or record, and others run when
 * it says so.
 */
export async function checkShapeInStretches<Value>(
  schema: z.ZodType<Value>,
  value: unknown,
  pause: Pause,
): Promise<CheckedShape<Value>> {
  if (isSmallJson(value)) return checkShape(schema, value);
  stopEarlyWithin(schema);
  return toChecked(await schema.safeParseAsync(value, withPause(pause)), value);
}

function toChecked<Value>(checked: z.ZodSafeParseResult<Value>, value: unknown): CheckedShape<Value> {
  // Schemas change nothing, so what holds of the copy holds of the value.
  return checked.success
    ? { ok: true, value: checked.data, itself: value as Value }
    : { ok: false, issues: checked.error.issues };
}

/** The library takes what it knows, and hands the rest on. */
const withPause = (pause: Pause) => ({ reportInput: false, pause });

/**
 * Whether a value has a schema's shape; stops at the first complaint. Schemas change nothing, so the value itself goes on
 * as what it is: the library's copy would lose keys such as `__proto__`.
 */
export function hasShape<Value>(schema: z.ZodType<Value>, value: unknown): value is Value {
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
  replaceParse(schema, (payload, context: Context) => {
    const given = payload.value;
    if (element !== undefined && Array.isArray(given))
      return worked(parseList(element, payload, given, context), context);
    if (element === undefined && isJsonObject(given) && Object.keys(given).length > sliceLength)
      return worked(parseRecord(parse, payload, given, context), context);
    return parse(payload, context);
  });
}

/** A check that stops after each element; what it stops with is waited for, since the element is long itself. */
type ParseSteps = Generator<Promise<Payload> | undefined, Payload, Payload | undefined>;

function worked(work: ParseSteps, { pause }: Context): Payload | Promise<Payload> {
  if (pause !== undefined) return workedInStretches(work, pause);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    // None of our schemas waits for anything by itself.
    if (step.value !== undefined) throw new z.core.$ZodAsyncError();
  }
}

async function workedInStretches(work: ParseSteps, pause: Pause): Promise<Payload> {
  let answer: Payload | undefined;
  for (;;) {
    const step = work.next(answer);
    if (step.done) return step.value;
    answer = step.value === undefined ? undefined : await step.value;
    const others = pause();
    if (others !== undefined) await others;
  }
}

function* parseList(
  element: Schema,
  payload: Payload,
  given: readonly unknown[],
  context: Context,
): ParseSteps {
  const read: unknown[] = [];
  for (const [index, value] of given.entries()) {
    const result = element._zod.run({ value, issues: [] }, contextFor(value, context));
    const part = result instanceof Promise ? waitedFor(yield result) : result;
    yield;
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

function* parseRecord(
  parse: Schema['_zod']['parse'],
  payload: Payload,
  given: JsonObject,
  context: Context,
): ParseSteps {
  const entries = Object.entries(given);
  const read: Record<string, unknown> = {};
  for (let from = 0; from < entries.length; from += sliceLength) {
    const slice = Object.fromEntries(entries.slice(from, from + sliceLength));
    const result = parse({ value: slice, issues: [] }, contextFor(slice, context));
    const part = result instanceof Promise ? waitedFor(yield result) : result;
    yield;
    payload.issues.push(...part.issues);
    if (payload.issues.length >= mostIssues) return payload;
    Object.assign(read, part.value);
  }
  payload.value = read;
  return payload;
}

function waitedFor(answer: Payload | undefined): Payload {
  if (answer === undefined) throw new z.core.$ZodAsyncError();
  return answer;
}

/** What is small is checked at once, which the library does several times as fast. */
const contextFor = (value: unknown, context: Context): Context =>
  context.pause !== undefined && isSmallJson(value) ? atOnceContext : context;

const atOnceContext: Context = { async: false };
