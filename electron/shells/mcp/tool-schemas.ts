import type { Tool } from '@modelcontextprotocol/server';
import {
  type ContractSchemas,
  type JsonSchema,
  schemaAddress,
} from '../../../shared/contract/contract-schemas.ts';
import { assert } from '../../../shared/contract/errors.ts';
import type { McpTool } from './tools.ts';

/** What a tool's arguments are: the procedure's input, its body spread out among the other keys. */
export function inputSchemaOf(tool: McpTool, contractSchemas: ContractSchemas): Tool['inputSchema'] {
  const { schemas } = contractSchemas;
  const input = schemaNamed(schemas, contractSchemas.procedures.get(tool.name)?.input);
  return selfContained(tool.body === undefined ? input : spreadBody(input, tool.body, schemas), schemas);
}

export function outputSchemaOf(tool: McpTool, contractSchemas: ContractSchemas): Tool['inputSchema'] {
  const { schemas, procedures } = contractSchemas;
  return selfContained(schemaNamed(schemas, procedures.get(tool.name)?.output), schemas);
}

type Schemas = ContractSchemas['schemas'];

function schemaNamed(schemas: Schemas, name: string | undefined): JsonSchema {
  const schema = name === undefined ? undefined : schemas[name];
  assert(schema?.type === 'object', `${name} is described as an object`);
  return schema;
}

function spreadBody(input: JsonSchema, body: string, schemas: Schemas): JsonSchema {
  const { [body]: bodyReference, ...own } = input.properties ?? {};
  assert(typeof bodyReference === 'object' && bodyReference.$ref !== undefined, `${body} is a named schema`);
  const inner = schemaNamed(schemas, bodyReference.$ref.slice(schemaAddress('').length));
  const required = [...(inner.required ?? []), ...(input.required ?? [])].filter(key => key !== body);
  return {
    ...inner,
    properties: { ...inner.properties, ...own },
    required: [...new Set(required)],
  };
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
