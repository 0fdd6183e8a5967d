import type { JsonSchema } from '../../shared/model/json-schema.ts';

/** What a reference stands for: the name of a type, or a schema to write out in its place. */
type Resolve = (reference: string) => string | JsonSchema;

/** A JSON Schema, as zod writes them, as a TypeScript type. */
export function declareType(schema: JsonSchema | boolean, resolve: Resolve): string {
  if (typeof schema === 'boolean') return schema ? 'unknown' : 'never';
  const { $ref, const: constant, enum: values, anyOf, oneOf, allOf } = schema;
  const all = (parts: readonly (JsonSchema | boolean)[]) => parts.map(part => declareType(part, resolve));
  if ($ref !== undefined) return declareReference($ref, resolve);
  if (constant !== undefined) return JSON.stringify(constant);
  if (values !== undefined) return values.map(value => JSON.stringify(value)).join(' | ');
  const alternatives = anyOf ?? oneOf;
  if (alternatives !== undefined) return group(all(alternatives), ' | ');
  if (allOf !== undefined) return group(all(allOf), ' & ');
  const { type } = schema;
  if (Array.isArray(type)) return group(all(type.map(one => ({ ...schema, type: one }))), ' | ');
  return type === undefined ? 'unknown' : declareOne(type, schema, resolve);
}

function declareReference(reference: string, resolve: Resolve): string {
  const found = resolve(reference);
  return typeof found === 'string' ? found : declareType(found, resolve);
}

function declareOne(type: string, schema: JsonSchema, resolve: Resolve): string {
  if (type === 'integer') return 'number';
  if (type === 'object') return declareObject(schema, resolve);
  if (type !== 'array') return type;
  const { items } = schema;
  if (Array.isArray(items) || items === undefined) return 'unknown[]';
  const item = declareType(items, resolve);
  return /^\w+$/.test(item) ? `${item}[]` : `(${item})[]`;
}

function declareObject(schema: JsonSchema, resolve: Resolve): string {
  const { properties, additionalProperties, propertyNames, required = [] } = schema;
  if (properties === undefined) {
    const value = declareType(additionalProperties ?? true, resolve);
    const keys = propertyNames === undefined ? 'string' : declareType(propertyNames, resolve);
    return keys === 'string' ? `{ [key: string]: ${value} }` : `{ [Key in ${keys}]?: ${value} | undefined }`;
  }
  const members = Object.entries(properties).map(([key, property]) =>
    required.includes(key)
      ? `${declareKey(key)}: ${declareType(property, resolve)}`
      : `${declareKey(key)}?: ${declareType(property, resolve)} | undefined`,
  );
  // `{}` is how zod says that unknown keys are kept.
  const open = typeof additionalProperties === 'object' ? ['[key: string]: unknown'] : [];
  return `{ ${[...members, ...open].join('; ')} }`.replace('{  }', '{}');
}

const declareKey = (key: string): string => (/^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key));

const group = (parts: readonly string[], by: string): string => `(${[...new Set(parts)].join(by)})`;
