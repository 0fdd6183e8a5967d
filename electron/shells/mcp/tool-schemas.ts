import type { Tool } from '@modelcontextprotocol/server';
import {
  type ContractSchemas,
  type JsonSchema,
  schemaAddress,
} from '../../../shared/contract/contract-schemas.ts';
import { assert } from '../../../shared/contract/errors.ts';
import type { McpDoor, Procedure } from '../../../shared/contract/procedure.ts';

/** A way from a tool to a procedure. */
export interface McpWay extends McpDoor {
  /** The procedure's name. */
  readonly name: string;
  readonly procedure: Procedure;
}

/** What a tool's arguments are: the procedure's input, its body spread out among the other keys. */
export function describeArguments(
  ways: readonly McpWay[],
  { schemas, procedures }: ContractSchemas,
): Tool['inputSchema'] {
  const inputs = ways.map(({ name, body }) => {
    const input = schemaNamed(schemas, procedures.get(name)?.input);
    return body === undefined ? input : spreadBody(input, body, schemas);
  });
  return selfContained(inputs.reduce(eitherOf), schemas);
}

/** What a tool answers; undefined where that depends on the way it takes. */
export function describeResult(
  [way, ...others]: readonly McpWay[],
  { schemas, procedures }: ContractSchemas,
): Tool['inputSchema'] | undefined {
  if (way === undefined || others.length > 0) return undefined;
  return selfContained(schemaNamed(schemas, procedures.get(way.name)?.output), schemas);
}

type Schemas = ContractSchemas['schemas'];

function schemaNamed(schemas: Schemas, name: string | undefined): JsonSchema {
  const schema = name === undefined ? undefined : schemas[name];
  assert(schema?.type === 'object', `${name} is described as an object`);
  return schema;
}

function spreadBody(input: JsonSchema, body: string, schemas: Schemas): JsonSchema {
  const { [body]: inside, ...own } = input.properties ?? {};
  assert(typeof inside === 'object', `${body} is described`);
  const inner =
    inside.$ref === undefined ? inside : schemaNamed(schemas, inside.$ref.slice(schemaAddress('').length));
  const required = [...(inner.required ?? []), ...(input.required ?? [])].filter(key => key !== body);
  return {
    ...inner,
    properties: { ...inner.properties, ...own },
    required: [...new Set(required)],
  };
}

/** Arguments of one way or of the other: only what both need is needed. */
function eitherOf(left: JsonSchema, right: JsonSchema): JsonSchema {
  const required = (left.required ?? []).filter(key => right.required?.includes(key));
  return { ...left, properties: { ...right.properties, ...left.properties }, required };
}

/** The schema with all it refers to as `$defs`: clients see one tool at a time. */
function selfContained(schema: JsonSchema, schemas: Schemas): Tool['inputSchema'] {
  const used = new Map<string, JsonSchema>();
  collectReferences(schema, schemas, used);
  const whole = used.size === 0 ? schema : { ...schema, $defs: Object.fromEntries(used) };
  const text = JSON.stringify(whole).replaceAll(`"${schemaAddress('')}`, '"#/$defs/');
  return { ...(JSON.parse(text) as JsonSchema), type: 'object' } as Tool['inputSchema']; // JSON made of JSON Schema a line above
}

function collectReferences(schema: JsonSchema, schemas: Schemas, used: Map<string, JsonSchema>): void {
  const start = `"$ref":"${schemaAddress('')}`;
  for (const part of JSON.stringify(schema).split(start).slice(1)) {
    const name = part.slice(0, part.indexOf('"'));
    const found = schemas[name];
    if (found === undefined || used.has(name)) continue;
    used.set(name, found);
    collectReferences(found, schemas, used);
  }
}
