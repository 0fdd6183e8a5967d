import { z } from 'zod';

/** What becomes of a name that holds a secret. */
type WhenSecret = 'replaced' | 'refused';

const names = z.registry<{ readonly whenSecret: WhenSecret }>();

/**
 * A text by which something is found again, and which is shown wherever that is: an id that an agent made up, the address
 * of a value, the path of a document. It cannot be redacted on its way out, so a secret in it is replaced on its way in.
 */
export function asName<Schema extends z.ZodType>(schema: Schema): Schema {
  names.add(schema, { whenSecret: 'replaced' });
  return schema;
}

/** A name that something gets now and that takes letters and digits only: one that holds a secret is refused. */
export function asNewId<Schema extends z.ZodType>(schema: Schema): Schema {
  const own = schema.clone(undefined, { parent: true }) as Schema; // a copy of it
  names.add(own, { whenSecret: 'refused' });
  return own;
}

/** Gives another value for a name, by what becomes of it and where it is. */
type ChangeName = (name: string, whenSecret: WhenSecret, path: string) => Work<string>;

/** Stops again and again. */
type Work<Value> = Generator<void, Value>;

/** The value with every name in it changed; itself where nothing changed. */
export function changeNames(schema: z.core.$ZodType, value: unknown, change: ChangeName): Work<unknown> {
  return changeWithin(schema, value, change, []);
}

/** Keys and positions down to the value. A text is made of them for a name only: there may be a million values. */
type Way = (string | number)[];

function* changeWithin(schema: z.core.$ZodType, value: unknown, change: ChangeName, way: Way): Work<unknown> {
  if (!holdsNames(schema)) return value;
  const own = schema instanceof z.ZodType ? names.get(schema) : undefined;
  if (own !== undefined)
    return typeof value === 'string' ? yield* change(value, own.whenSecret, pathOf(way)) : value;
  const judged = judgedAs(schema);
  if (judged !== undefined) return yield* changeWithin(judged, value, change, way);
  const def = definitionOf(schema);
  switch (def.type) {
    case 'object':
      return yield* changeFields(def.shape, value, change, way);
    case 'array':
      return yield* changeElements(def.element, value, change, way);
    case 'union': {
      let changed = value;
      for (const option of def.options) changed = yield* changeWithin(option, changed, change, way);
      return changed;
    }
    case 'optional':
    case 'nullable':
    case 'readonly':
    case 'nonoptional':
      return yield* changeWithin(def.innerType, value, change, way);
    default:
      return value;
  }
}

function* changeFields(
  shape: Readonly<Record<string, z.core.$ZodType>>,
  value: unknown,
  change: ChangeName,
  way: Way,
): Work<unknown> {
  if (!isFields(value)) return value;
  let changed: Record<string, unknown> | undefined;
  for (const key in shape) {
    const inner = shape[key];
    if (inner === undefined || !Object.hasOwn(value, key) || !holdsNames(inner)) continue;
    way.push(key);
    const next = yield* changeWithin(inner, value[key], change, way);
    way.pop();
    if (next !== value[key]) changed = { ...(changed ?? value), [key]: next };
  }
  return changed ?? value;
}

function* changeElements(
  element: z.core.$ZodType,
  value: unknown,
  change: ChangeName,
  way: Way,
): Work<unknown> {
  if (!Array.isArray(value) || !holdsNames(element)) return value;
  let changed: unknown[] | undefined;
  for (const [index, inner] of value.entries()) {
    way.push(index);
    const next = yield* changeWithin(element, inner, change, way);
    way.pop();
    yield;
    if (next === inner) continue;
    changed ??= [...value];
    changed[index] = next;
  }
  return changed ?? value;
}

const pathOf = (way: Way): string =>
  way.reduce<string>(
    (path, part) => (typeof part === 'number' ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`),
    '',
  );

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** By schema, so that what has no names costs nothing. */
const known = new WeakMap<z.core.$ZodType, boolean>();

function holdsNames(schema: z.core.$ZodType): boolean {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const found = (schema instanceof z.ZodType && names.has(schema)) || innerOf(schema).some(holdsNames);
  known.set(schema, found);
  return found;
}

/** Every schema of the library is one of these. */
const definitionOf = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod.def;

function innerOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  const judged = judgedAs(schema);
  if (judged !== undefined) return [judged];
  const def = definitionOf(schema);
  switch (def.type) {
    case 'object':
      return Object.values(def.shape);
    case 'array':
      return [def.element];
    case 'union':
      return def.options;
    case 'optional':
    case 'nullable':
    case 'readonly':
    case 'nonoptional':
      return [def.innerType];
    default:
      return [];
  }
}

const judges = new WeakMap<z.core.$ZodType, { readonly judged: z.core.$ZodType | undefined }>();

/** What a handler judges itself. */
function judgedAs(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const before = judges.get(schema);
  if (before !== undefined) return before.judged;
  const meant = schema instanceof z.ZodType ? schema.meta()?.judgedAs : undefined;
  const judged = meant instanceof z.core.$ZodType ? meant : undefined;
  judges.set(schema, { judged });
  return judged;
}
