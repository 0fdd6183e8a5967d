import type { Tool } from '@modelcontextprotocol/server';
import { type ContractSchemas, schemaAddress } from '../../../shared/contract/contract-schemas.ts';
import { assert } from '../../../shared/contract/errors.ts';
import type { McpDoor, Procedure } from '../../../shared/contract/procedure.ts';
import type { JsonSchema } from '../../../shared/model/json-schema.ts';
import { pageArguments } from './page.ts';

/** A way from a tool to a procedure. */
export interface McpWay extends McpDoor {
  /** The procedure's name. */
  readonly name: string;
  readonly procedure: Procedure;
}

/**
 * What a tool's arguments are, as short as an agent can use it: the parameters it is told of, each with its phrase and
 * without bounds or inner structure. The procedure judges what it gets; the whole schema is in `GET /openapi.json`.
 */
export function describeArguments(
  ways: readonly McpWay[],
  { schemas, procedures }: ContractSchemas,
): Tool['inputSchema'] {
  const inputs = ways.map(way => toldOf(way, schemas, procedures.get(way.name)?.input));
  const properties = Object.fromEntries(inputs.toReversed().flatMap(input => input.properties));
  const isReading = ways.every(({ procedure }) => procedure.access === 'read');
  const required = inputs
    .map(input => input.required)
    .reduce((left, right) => left.filter(key => right.includes(key)));
  return {
    type: 'object',
    properties: isReading ? { ...properties, ...pageArguments } : properties,
    ...(required.length > 0 && { required }),
  } as Tool['inputSchema']; // JSON Schema by another type of it
}

type Schemas = ContractSchemas['schemas'];

interface Told {
  readonly properties: readonly (readonly [string, JsonSchema])[];
  readonly required: readonly string[];
}

function toldOf({ body, tells, tool }: McpWay, schemas: Schemas, inputName: string | undefined): Told {
  const input = schemas[inputName ?? ''] ?? {};
  const inner = body === undefined ? {} : resolved(input.properties?.[body], schemas);
  const known = { ...inner.properties, ...input.properties };
  const properties = Object.entries(tells).map(([key, phrase]) => {
    assert(known[key] !== undefined, `${tool} knows ${key}`);
    return [key, { ...shortened(resolved(known[key], schemas), schemas), description: phrase }] as const;
  });
  const required = [...(inner.required ?? []), ...(input.required ?? [])];
  return { properties, required: required.filter(key => Object.hasOwn(tells, key)) };
}

function resolved(schema: JsonSchema | boolean | undefined, schemas: Schemas): JsonSchema {
  if (typeof schema !== 'object') return {};
  return schema.$ref === undefined
    ? schema
    : resolved(schemas[schema.$ref.slice(schemaAddress('').length)], schemas);
}

/** Type and choice alone. */
function shortened({ type, enum: choices, items, anyOf }: JsonSchema, schemas: Schemas): JsonSchema {
  if (choices !== undefined) return { enum: choices };
  if (anyOf !== undefined) {
    const types = new Set(anyOf.map(one => resolved(one, schemas).type));
    const [only] = types;
    return types.size === 1 && only !== undefined ? { type: only } : {};
  }
  if (type !== 'array') return type === undefined ? {} : { type };
  if (Array.isArray(items)) return { type };
  return { type, items: shortened(resolved(items, schemas), schemas) };
}
