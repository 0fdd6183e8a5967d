import { z } from 'zod';
import { isJsonObject } from '../../shared/model/json.ts';
import { small } from './largest-inputs.ts';

type Schema = z.core.$ZodType;

/** A place of an input at which a text may stand. */
export interface TextPlace {
  /** As in `failure.lang`, `files[].name` or `metadata.{name}`, where the name of a field is the text. */
  readonly path: string;
  /** The input with the text there. */
  put(input: unknown, text: string): unknown;
}

type Update = (input: unknown, change: (value: unknown) => unknown) => unknown;

const deepest = 8;

/** Every place at which a schema takes a text, at any depth: values, elements, fields that nobody listed, and their names. */
export function textPlacesOf(schema: Schema): TextPlace[] {
  const found = placesOf(schema, '', (input, change) => change(input), 0);
  return [...new Map(found.map(place => [place.path, place])).values()];
}

function placesOf(schema: Schema, path: string, update: Update, depth: number): TextPlace[] {
  if (depth > deepest) return [];
  const judged = judgedAs(schema);
  if (judged !== undefined) return placesOf(judged, path, update, depth);
  const { def } = (schema as z.core.$ZodTypes)._zod; // every schema is one of these
  switch (def.type) {
    case 'string':
      return [textAt(path, update)];
    case 'unknown':
    case 'any':
    case 'custom':
      return [textAt(path, update), ...fieldsOf(path, update)];
    case 'object':
      return [
        ...Object.entries(def.shape).flatMap(([key, inner]) =>
          placesOf(inner, joined(path, key), within(update, schema, key), depth + 1),
        ),
        ...(isOpen(def.catchall) ? fieldsOf(path, update) : []),
      ];
    case 'record':
      return [
        nameAt(path, update, small(def.valueType)),
        ...placesOf(def.valueType, joined(path, '*'), within(update, schema, 'k'), depth + 1),
      ];
    case 'array':
      return placesOf(def.element, `${path}[]`, elementOf(update, def.element), depth + 1);
    case 'union':
      return def.options.flatMap(option => placesOf(option, path, update, depth));
    case 'optional':
    case 'nullable':
    case 'readonly':
    case 'nonoptional':
      return placesOf(def.innerType, path, update, depth);
    case 'lazy':
      return placesOf(def.getter(), path, update, depth + 1);
    case 'pipe':
      return placesOf(def.in, path, update, depth);
    default:
      return [];
  }
}

const joined = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

const textAt = (path: string, update: Update): TextPlace => ({
  path,
  put: (input, text) => update(input, () => text),
});

/** A field that nobody listed, and its name. */
const fieldsOf = (path: string, update: Update): TextPlace[] => [
  {
    path: joined(path, '*'),
    put: (input, text) =>
      update(input, value => ({ ...(isJsonObject(value) ? value : {}), note: { words: [text] } })),
  },
  nameAt(path, update, 'a value'),
];

const nameAt = (path: string, update: Update, inner: unknown): TextPlace => ({
  path: joined(path, '{name}'),
  put: (input, text) => update(input, value => ({ ...(isJsonObject(value) ? value : {}), [text]: inner })),
});

const within =
  (update: Update, schema: Schema, key: string): Update =>
  (input, change) =>
    update(input, value => {
      const least = small(schema);
      const container = isJsonObject(value) ? value : isJsonObject(least) ? least : {};
      return { ...container, [key]: change(container[key]) };
    });

const elementOf =
  (update: Update, element: Schema): Update =>
  (input, change) =>
    update(input, list => {
      const [first = small(element), ...others] = Array.isArray(list) ? list : [];
      return [change(first), ...others];
    });

const isOpen = (catchall: Schema | undefined): boolean =>
  catchall !== undefined && (catchall as z.core.$ZodTypes)._zod.def.type !== 'never';

function judgedAs(schema: Schema): Schema | undefined {
  const judged = schema instanceof z.ZodType ? schema.meta()?.judgedAs : undefined;
  return judged instanceof z.core.$ZodType ? judged : undefined;
}
