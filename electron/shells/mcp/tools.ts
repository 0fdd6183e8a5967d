import type { Tool } from '@modelcontextprotocol/server';
import { contract } from '../../../shared/contract/contract.ts';
import { describeContract } from '../../../shared/contract/contract-schemas.ts';
import type { Procedure } from '../../../shared/contract/procedure.ts';
import type { ToolChoice, ToolSet } from '../../../shared/contract/tool-sets.ts';
import { ownValue } from '../../../shared/model/entries.ts';
import { isJsonObject, type JsonObject } from '../../../shared/model/json.ts';
import { pageArguments } from './page.ts';
import { describeArguments, type McpWay } from './tool-schemas.ts';
import type { McpOptions } from './weft-port.ts';

export interface McpTool {
  readonly tool: string;
  /** At least one. Those that an argument chooses come first. */
  readonly ways: readonly [McpWay, ...McpWay[]];
}

type ChosenTools = Pick<McpOptions, 'access' | 'tools'>;

/** The chosen tools of the contract that this access may see, by name. */
export function listMcpTools({ access, tools: choices }: ChosenTools): McpTool[] {
  const procedures: [string, Procedure][] = Object.entries(contract);
  const ways = procedures
    .filter(([, procedure]) => access === 'write' || procedure.access === 'read')
    .flatMap(([name, procedure]) => (procedure.mcp ?? []).map(door => ({ ...door, name, procedure })))
    .filter(({ set, byDefault }) => choices.some(choice => isOf(choice, set, byDefault)))
    .toSorted((left, right) => Number(right.given !== undefined) - Number(left.given !== undefined));
  const tools = new Map<string, McpTool>();
  for (const way of ways) {
    const known = tools.get(way.tool);
    tools.set(way.tool, { tool: way.tool, ways: known === undefined ? [way] : [...known.ways, way] });
  }
  return [...tools.values()].toSorted((left, right) => (left.tool < right.tool ? -1 : 1));
}

/** The tools as the protocol describes them. Takes some milliseconds. */
export function describeTools(chosen: ChosenTools): Tool[] {
  const contractSchemas = describeContract();
  return listMcpTools(chosen).map(({ tool, ways }) => ({
    name: tool,
    description: describeWays(ways),
    inputSchema: describeArguments(ways, contractSchemas),
    annotations: annotationsOf(ways),
  }));
}

function isOf(choice: ToolChoice, set: ToolSet, byDefault: true | undefined): boolean {
  return choice === 'all' || choice === set || (choice === 'default' && byDefault === true);
}

/** The way that a call takes. */
export function wayOf({ ways }: McpTool, given: JsonObject): McpWay {
  return ways.find(way => way.given === undefined || Object.hasOwn(given, way.given)) ?? ways[0];
}

/** What the procedure gets for the arguments of a call. Anything unfit goes on to be judged there. */
export function inputOf(
  { body, procedure, defaults, alsoNamed = {} }: McpWay,
  called: JsonObject,
): JsonObject {
  const ownKeys = keysOf(procedure);
  const asked = keep(called, key => !isOfPage(procedure, key));
  const given = { ...defaults, ...renamed(asked, alsoNamed) };
  // Who knows the procedure may also name the key itself.
  if (body === undefined || Object.hasOwn(given, body)) return given;
  const isOwn = ([key]: [string, unknown]) => Object.hasOwn(ownKeys, key);
  const entries = Object.entries(given);
  return {
    ...Object.fromEntries(entries.filter(isOwn)),
    [body]: Object.fromEntries(entries.filter(entry => !isOwn(entry))),
  };
}

/** One that has its own name as well stays under the other, where nothing knows it. */
const renamed = (asked: JsonObject, names: Readonly<Record<string, string>>): JsonObject =>
  Object.fromEntries(
    Object.entries(asked).map(([key, value]) => {
      const name = ownValue(names, key);
      return [name === undefined || Object.hasOwn(asked, name) ? key : name, value];
    }),
  );

/** What a call says of the page of the answer that it asks for. */
export const pageGiven = ({ procedure }: McpWay, called: JsonObject): JsonObject =>
  keep(called, key => isOfPage(procedure, key));

const keep = (called: JsonObject, isKept: (key: string) => boolean): JsonObject =>
  Object.fromEntries(Object.entries(called).filter(([key]) => isKept(key)));

/** Which page of an answer is asked for is no part of the question, unless the procedure has such a key itself. */
const isOfPage = (procedure: Procedure, key: string): boolean =>
  Object.hasOwn(pageArguments, key) && !Object.hasOwn(keysOf(procedure), key);

const keysOf = ({ input }: Procedure): object =>
  'shape' in input && isJsonObject(input.shape) ? input.shape : {};

/** What the way says of itself for agents, else what its procedure does. */
function describeWays(ways: McpTool['ways']): string {
  const described = ways.find(({ description }) => description !== undefined) ?? ways[0];
  return described.description ?? described.procedure.summary;
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
