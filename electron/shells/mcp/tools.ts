import type { Tool } from '@modelcontextprotocol/server';
import { contract } from '../../../shared/contract/contract.ts';
import { describeContract } from '../../../shared/contract/contract-schemas.ts';
import type { Procedure } from '../../../shared/contract/procedure.ts';
import { isJsonObject, type JsonObject } from '../../../shared/model/json.ts';
import { describeArguments, describeResult, type McpWay } from './tool-schemas.ts';
import type { McpOptions } from './weft-port.ts';

export interface McpTool {
  readonly tool: string;
  /** At least one. Those that an argument chooses come first. */
  readonly ways: readonly [McpWay, ...McpWay[]];
}

/** The tools of the contract that this access may see, by name. */
export function listMcpTools(access: McpOptions['access']): McpTool[] {
  const procedures: [string, Procedure][] = Object.entries(contract);
  const ways = procedures
    .filter(([, procedure]) => access === 'write' || procedure.access === 'read')
    .flatMap(([name, procedure]) => (procedure.mcp ?? []).map(door => ({ ...door, name, procedure })))
    .toSorted((left, right) => Number(right.given !== undefined) - Number(left.given !== undefined));
  const tools = new Map<string, McpTool>();
  for (const way of ways) {
    const known = tools.get(way.tool);
    tools.set(way.tool, { tool: way.tool, ways: known === undefined ? [way] : [...known.ways, way] });
  }
  return [...tools.values()].toSorted((left, right) => (left.tool < right.tool ? -1 : 1));
}

/** The tools as the protocol describes them. Takes some milliseconds. */
export function describeTools(access: McpOptions['access']): Tool[] {
  const contractSchemas = describeContract();
  return listMcpTools(access).map(({ tool, ways }) => {
    const outputSchema = describeResult(ways, contractSchemas);
    return {
      name: tool,
      title: titleOf(tool),
      description: describeWays(ways),
      inputSchema: describeArguments(ways, contractSchemas),
      ...(outputSchema === undefined ? {} : { outputSchema }),
      annotations: annotationsOf(ways),
    };
  });
}

/** The way that a call takes. */
export function wayOf({ ways }: McpTool, given: JsonObject): McpWay {
  return ways.find(way => way.given === undefined || Object.hasOwn(given, way.given)) ?? ways[0];
}

/** What the procedure gets for the arguments of a call. Anything unfit goes on to be judged there. */
export function inputOf({ body, procedure }: McpWay, given: JsonObject): JsonObject {
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

/** Summaries name the clause they fulfil, which says nothing to an agent. */
function describeWays(ways: McpTool['ways']): string {
  const described = ways.find(({ description }) => description !== undefined) ?? ways[0];
  const text = described.description ?? described.procedure.summary;
  return text.replaceAll(/ \([A-Z]\d[^)]*\)/g, '');
}

function annotationsOf(ways: McpTool['ways']): NonNullable<Tool['annotations']> {
  const isRead = ways.every(({ procedure }) => procedure.access === 'read');
  const isDestructive = ways.some(({ destructive }) => destructive === true);
  return {
    readOnlyHint: isRead,
    // Nothing leaves the project that Weft was given.
    openWorldHint: false,
    ...(isRead ? {} : { destructiveHint: isDestructive }),
  };
}

function titleOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
