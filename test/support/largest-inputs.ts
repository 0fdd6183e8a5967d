import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../shared/model/json.ts';
import { maxObjectKeys } from '../../shared/model/json-limits.ts';

/** An input that is as large as a door lets through, and what makes it so. */
export interface LargestInput {
  /** As in `engine.rules: list of {}`. */
  readonly what: string;
  make(): unknown;
}

type Schema = z.core.$ZodType;

/** A place of an input that can hold much; `put` gives an otherwise small input with something at that place. */
interface Place {
  readonly path: string;
  readonly kind: 'text' | 'list' | 'keys' | 'anything';
  /** Of a list, a small element. */
  readonly element?: unknown;
  put(value: unknown): unknown;
}

/**
 * Every place of the inputs that a schema takes, filled with `bytes` of JSON in all ways that fit there: texts that look
 * like much, lists of what should be there and of what should not, objects of many keys, depth.
 */
export function largestInputs(schema: Schema, bytes: number): LargestInput[] {
  return placesOf(schema, '', value => value, 0).flatMap(place =>
    fillings(place, bytes).map(({ name, make }) => ({
      what: `${place.path || 'the input'}: ${name}`,
      make: () => place.put(make()),
    })),
  );
}

interface Filling {
  readonly name: string;
  make(): unknown;
}

function fillings(place: Place, bytes: number): Filling[] {
  switch (place.kind) {
    case 'text':
      return texts(bytes);
    case 'list':
      return lists(place.element, bytes);
    case 'keys':
      return keys(bytes);
    case 'anything':
      return [...texts(bytes), ...lists('a', bytes), ...keys(bytes), ...depths(bytes)];
  }
}

const pieces = ['a', 'password = "', 'password=', 'two words. ', '((', '{{a}}', 'a{1000}|', '\n', 'ÿ', '"\\'];

const texts = (bytes: number): Filling[] =>
  pieces.map(piece => ({
    name: `text of ${JSON.stringify(piece)}`,
    make: () => piece.repeat(Math.floor(bytes / (JSON.stringify(piece).length - 2))),
  }));

function lists(element: unknown, bytes: number): Filling[] {
  const many = (name: string, one: unknown, at: (index: number) => unknown = () => structuredClone(one)) => ({
    name: `list of ${name}`,
    make: () =>
      Array.from({ length: Math.floor(bytes / (JSON.stringify(at(99_999)).length + 1)) }, (_, index) =>
        at(index),
      ),
  });
  return [
    many('{}', {}),
    many('numbers', 0),
    many('lists', []),
    many('what belongs there', element),
    many('what belongs there, each another', element, index => numbered(element, index)),
    many('what almost belongs there', element, () => spoiled(element)),
  ];
}

const keys = (bytes: number): Filling[] => [
  {
    name: 'many keys',
    make: () => Object.fromEntries(Array.from({ length: Math.floor(bytes / 11) }, (_, at) => [`k${at}`, 1])),
  },
  {
    name: 'many keys with texts',
    make: () =>
      Object.fromEntries(
        // As many as doors let through.
        Array.from({ length: Math.min(maxObjectKeys, Math.floor(bytes / 40)) }, (_, at) => [
          `k${at}`,
          'token = "Zk2mXp9LvB"',
        ]),
      ),
  },
  { name: 'one long key', make: () => ({ ['k'.repeat(bytes)]: 1 }) },
];

const depths = (bytes: number): Filling[] => [
  { name: 'depth', make: () => JSON.parse(`${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`) },
  { name: 'depth of 50 with many leaves', make: () => nested(50, Array(Math.floor(bytes / 2)).fill(1)) },
];

const nested = (depth: number, inner: unknown): unknown =>
  depth === 0 ? inner : { a: nested(depth - 1, inner) };

/** Texts of a value with a number, so that no two are alike: ids, names, patterns. */
function numbered(value: unknown, index: number): unknown {
  if (typeof value === 'string') return value === 'a' ? `a${index}` : value;
  if (Array.isArray(value)) return value.map(element => numbered(element, index));
  if (!isJsonObject(value)) return value === 0 ? index : value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, numbered(inner, index)]));
}

/** The value with its last part of another type. */
function spoiled(value: unknown): unknown {
  if (!isJsonObject(value)) return typeof value === 'string' ? 1 : 'a';
  const last = Object.keys(value).at(-1);
  return last === undefined ? 1 : { ...value, [last]: { wrong: 1 } };
}

const deepest = 5;

function placesOf(schema: Schema, path: string, put: Place['put'], depth: number): Place[] {
  if (depth > deepest) return [];
  const judged = judgedAs(schema);
  if (judged !== undefined) return placesOf(judged, path, put, depth);
  const { def } = (schema as z.core.$ZodTypes)._zod; // every schema is one of these
  switch (def.type) {
    case 'object':
      return [
        ...shapePlaces(schema, def.shape, path, put, depth),
        ...(def.catchall === undefined ? [] : []),
        {
          path,
          kind: 'keys',
          put: value => put({ ...(small(schema) as JsonObject), ...(value as JsonObject) }),
        },
      ];
    case 'array':
      return [
        { path, kind: 'list', element: small(def.element), put },
        ...placesOf(def.element, `${path}[]`, value => put([value]), depth + 1),
      ];
    case 'record':
      return [
        { path, kind: 'keys', put },
        ...placesOf(def.valueType, `${path}{}`, value => put({ a: value }), depth + 1),
      ];
    case 'union':
      return def.options.flatMap((option, at) => placesOf(option, `${path}|${at}`, put, depth));
    case 'optional':
    case 'nullable':
    case 'readonly':
    case 'nonoptional':
      return placesOf(def.innerType, path, put, depth);
    case 'pipe':
      return placesOf(def.in, path, put, depth);
    case 'string':
      return [{ path, kind: 'text', put }];
    case 'unknown':
    case 'any':
      return [{ path, kind: 'anything', put }];
    case 'custom':
      return [{ path, kind: isJsonObject(small(schema)) ? 'keys' : 'text', put }];
    default:
      return [];
  }
}

function shapePlaces(
  schema: Schema,
  shape: Readonly<Record<string, Schema>>,
  path: string,
  put: Place['put'],
  depth: number,
): Place[] {
  return Object.entries(shape).flatMap(([key, inner]) =>
    placesOf(
      inner,
      path === '' ? key : `${path}.${key}`,
      value => put({ ...(small(schema) as JsonObject), [key]: value }),
      depth + 1,
    ),
  );
}

function judgedAs(schema: Schema): Schema | undefined {
  const judged = schema instanceof z.ZodType ? schema.meta()?.judgedAs : undefined;
  return judged instanceof z.core.$ZodType ? judged : undefined;
}

/** What texts of a format look like; the first that a schema takes stands for it. */
const examples: readonly unknown[] = [
  'a',
  'addVar.a',
  'a'.repeat(64),
  '2026-11-21T10:00:00Z',
  '01KH3CETM0M0ZB6H2TPC4P72ZP',
  'a#0',
  'a/b',
  '1.0.0',
  1,
  0,
  0.5,
  {},
  [],
  null,
  true,
];

/** A small value that a schema takes. */
export function small(schema: Schema): unknown {
  const judged = judgedAs(schema);
  if (judged !== undefined) return small(judged);
  const { def } = (schema as z.core.$ZodTypes)._zod; // every schema is one of these
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape)
          .filter(([, inner]) => inner._zod.optin !== 'optional')
          .map(([key, inner]) => [key, small(inner)]),
      );
    case 'array':
      return z.safeParse(schema, []).success ? [] : [small(def.element)];
    case 'record':
      return {};
    case 'union':
      return small(def.options[0] as Schema);
    case 'optional':
    case 'nullable':
    case 'readonly':
    case 'nonoptional':
      return small(def.innerType);
    case 'pipe':
      return small(def.in);
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    default: {
      const found = examples.find(example => z.safeParse(schema, example).success);
      if (found === undefined) throw new Error(`no small value is known for a ${def.type}`);
      return found;
    }
  }
}
