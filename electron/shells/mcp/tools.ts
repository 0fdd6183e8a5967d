import type { Tool } from '@modelcontextprotocol/server';
import { contract } from '../../../shared/contract/contract.ts';
import { type ContractSchemas, describeContract } from '../../../shared/contract/contract-schemas.ts';
import type { McpDoor, Procedure } from '../../../shared/contract/procedure.ts';
import { isJsonObject, type JsonObject } from '../../../shared/model/json.ts';
import { inputSchemaOf, outputSchemaOf } from './tool-schemas.ts';
import type { McpOptions } from './weft-port.ts';

/** A tool with the procedure it leads to. */
export interface McpTool extends McpDoor {
  /** The procedure's name. */
  readonly name: string;
  readonly procedure: Procedure;
}

/** The tools of the contract that this access may see, by name. */
export function listMcpTools(access: McpOptions['access']): McpTool[] {
  const procedures: [string, Procedure][] = Object.entries(contract);
  return procedures
    .filter(([, procedure]) => access === 'write' || procedure.access === 'read')
    .flatMap(([name, procedure]) => (procedure.mcp ?? []).map(door => ({ ...door, name, procedure })))
    .toSorted((left, right) => (left.tool < right.tool ? -1 : 1));
}

/** The tools as the protocol describes them. Takes some milliseconds. */
export function describeTools(access: McpOptions['access']): Tool[] {
  const contractSchemas = describeContract();
  return listMcpTools(access).map(tool => describeTool(tool, contractSchemas));
}

function describeTool(tool: McpTool, contractSchemas: ContractSchemas): Tool {
  const { procedure } = tool;
  const isRead = procedure.access === 'read';
  return {
    name: tool.tool,
    title: titleOf(tool.tool),
    description: tool.description ?? withoutClauses(procedure.summary),
    inputSchema: inputSchemaOf(tool, contractSchemas),
    outputSchema: outputSchemaOf(tool, contractSchemas),
    annotations: {
      readOnlyHint: isRead,
      // Nothing leaves the project that Weft was given.
      openWorldHint: false,
      ...(isRead ? {} : { destructiveHint: tool.destructive === true }),
    },
  };
}

/** Summaries name the clause they fulfil, which says nothing to an agent. */
function withoutClauses(summary: string): string {
  return summary.replaceAll(/ \([A-Z]\d+[a-z]?(?:-[A-Z]?\d+)?\)/g, '');
}

function titleOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What the procedure gets for the arguments of a call. Anything unfit goes on to be judged there. */
export function inputOf({ body, procedure }: McpTool, given: JsonObject): JsonObject {
  // Who knows the procedure may also name the key itself.
  if (body === undefined || Object.hasOwn(given, body)) return given;
  const ownKeys =
    'shape' in procedure.input && isJsonObject(procedure.input.shape) ? procedure.input.shape : {};
  const isOwn = ([key]: [string, unknown]) => Object.hasOwn(ownKeys, key);
  const entries = Object.entries(given);
  return {
    ...Object.fromEntries(entries.filter(isOwn)),
    [body]: Object.fromEntries(entries.filter(entry => !isOwn(entry))),
  };
}
