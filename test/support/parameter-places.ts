import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../shared/model/json.ts';
import { small } from './largest-inputs.ts';

type Schema = z.core.$ZodType;

/** Stands for a parameter that is not given. */
export const absent = Symbol('absent');

/** A parameter of a procedure: a key of its input, or of an object inside that takes no other keys. */
export interface Parameter {
  /** As in `failure.lang` or `files[].name`. */
  readonly path: string;
  /** What the schema alone tells of values worth trying. */
  readonly values: readonly unknown[];
  /** What an input has there. */
  get(input: unknown): unknown;
  /** The input with another value there, or without the parameter. */
  put(input: unknown, value: unknown): unknown;
}

/** Every parameter that a schema takes, those of inner objects and of list elements among them. */
export function parametersOf(schema: Schema): Parameter[] {
  const found = insideOf(schema, '', (input, change) => change(input));
  return [...new Map(found.map(parameter => [parameter.path, parameter])).values()];
}

type Update = (input: unknown, change: (value: unknown) => unknown) => unknown;

function insideOf(schema: Schema, path: string, update: Update): Parameter[] {
  const { def } = (schema as z.core.$ZodTypes)._zod; // every schema is one of these
  switch (def.type) {
    case 'object':
      return isClosed(def.catchall) ? keysOf(schema, def.shape, path, update) : [];
    case 'array':
      return insideOf(def.element, `${path}[]`, (input, change) =>
        update(input, list => {
          const [first = small(def.element), ...others] = Array.isArray(list) ? list : [];
          return [change(first), ...others];
        }),
      );
    case 'union':
      return def.options.flatMap(option => insideOf(option, path, update));
    case 'optional':
    case 'nullable':
    case 'readonly':
    case 'nonoptional':
      return insideOf(def.innerType, path, update);
    default:
      return [];
  }
}

/** An object that takes other keys as well is a document, not a set of parameters. */
const isClosed = (catchall: Schema | undefined): boolean =>
  catchall !== undefined && (catchall as z.core.$ZodTypes)._zod.def.type === 'never';

function keysOf(
  schema: Schema,
  shape: Readonly<Record<string, Schema>>,
  path: string,
  update: Update,
): Parameter[] {
  return Object.entries(shape).flatMap(([key, inner]) => {
    const place = path === '' ? key : `${path}.${key}`;
    const updateKey: Update = (input, change) =>
      update(input, container => {
        const object = containerFor(schema, container);
        const value = change(object[key]);
        const { [key]: _, ...others } = object;
        return value === absent ? others : { ...others, [key]: value };
      });
    const own: Parameter = {
      path: place,
      values: candidatesFor(inner),
      get: input => {
        const found: unknown[] = [];
        updateKey(input, value => {
          found.push(value);
          return value;
        });
        return found[0];
      },
      put: (input, value) => updateKey(input, () => value),
    };
    return [own, ...insideOf(inner, place, updateKey)];
  });
}

/** What is there already, where it is of this shape; else the least that is. */
function containerFor(schema: Schema, container: unknown): JsonObject {
  if (isJsonObject(container) && z.safeParse(schema, container).success) return container;
  const least = small(schema);
  return isJsonObject(least) ? least : {};
}

function candidatesFor(schema: Schema): unknown[] {
  const values = valuesOf(schema).filter(value => z.safeParse(schema, value).success);
  return schema._zod.optin === 'optional' ? [absent, ...values] : values;
}

function valuesOf(schema: Schema): unknown[] {
  const { def } = (schema as z.core.$ZodTypes)._zod; // every schema is one of these
  switch (def.type) {
    case 'optional':
    case 'readonly':
    case 'nonoptional':
      return valuesOf(def.innerType);
    case 'nullable':
      return [null, ...valuesOf(def.innerType)];
    case 'union':
      return def.options.flatMap(option => valuesOf(option));
    case 'enum':
      return Object.values(def.entries);
    case 'literal':
      return [...def.values];
    case 'boolean':
      return [true, false];
    case 'number':
      return [0, 1, 2, 0.25, 0.75, 100_000];
    case 'array':
      return [[], ...valuesOf(def.element).map(value => [value])];
    case 'string':
      return ['one', 'two', '2026-11-20T00:00:00Z', '2026-11-22T00:00:00Z'];
    case 'unknown':
      return ['one', 'two'];
    case 'object':
      return [small(schema)];
    default:
      return [];
  }
}
