import {
  CLIENT_INFO_META_KEY,
  type CompleteRequestParams,
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { messageOf } from '../../../shared/contract/errors.ts';
import { isJsonObject, type JsonObject } from '../../../shared/model/json.ts';
import { createJsonScale } from '../../../shared/model/json-limits.ts';
import { askWeft, hearingWarnings, promptMessages, warningMeta } from './ask-weft.ts';
import { callTool } from './call-tool.ts';
import { listIds, listResources, readResource, resourceTemplates } from './resources.ts';
import { instructionsFor, offeredPrompts, renderSessionPrompt, toolFor } from './session-prompts.ts';
import { describeTools, listMcpTools, type McpTool } from './tools.ts';
import type { McpOptions } from './weft-port.ts';

/** Agents whose model gets the data of an answer in place of its text, by the name they connect with. */
const dataReaders = [/^claude-code\b/i, /^codex\b/i, /^visual studio code\b/i];

const showsDataForText = (client: string): boolean => dataReaders.some(name => name.test(client));

/** Who asks, as far as it says: with the request, when it connected (before 2026-07-28), else in the head of its HTTP request. */
function clientOf(server: Server, { mcpReq, http }: ServerContext): string {
  const { envelope } = mcpReq;
  const asking = isJsonObject(envelope) ? envelope[CLIENT_INFO_META_KEY] : undefined;
  if (isJsonObject(asking) && typeof asking.name === 'string') return asking.name;
  return server.getClientVersion()?.name ?? http?.req?.headers.get('user-agent') ?? '';
}

/** Makes servers of one Weft; what describes the contract is computed once for all of them. */
export function mcpServerFactory(options: McpOptions): () => Server {
  const tools = describeTools(options);
  const offered = listMcpTools(options);
  const toolsByName = new Map(offered.map(tool => [tool.tool, tool]));
  const instructions = instructionsFor(offered);
  return () => {
    const server = new Server(
      { name: 'weft', title: 'Weft', version: options.version },
      { capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} }, instructions },
    );
    server.setRequestHandler('tools/list', () => ({ tools }));
    server.setRequestHandler('tools/call', ({ params }, context) => {
      const tool = toolsByName.get(params.name);
      if (tool === undefined) throw notOffered(params.name);
      const client = clientOf(server, context);
      return callTool(options, tool, params.arguments ?? {}, context, showsDataForText(client));
    });
    addResources(server, options);
    addPrompts(server, options, offered);
    return server;
  };
}

function addResources(server: Server, options: McpOptions): void {
  server.setRequestHandler('resources/list', ({ params }, context) =>
    listResources(options, context, params?.cursor),
  );
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [...resourceTemplates] }));
  server.setRequestHandler('resources/read', ({ params }, context) =>
    readResource(options, context, params.uri),
  );
}

function addPrompts(server: Server, options: McpOptions, offered: readonly McpTool[]): void {
  const contextPrompt = contextPromptFor(offered);
  const prompts = offeredPrompts(offered);
  server.setRequestHandler('prompts/list', () => ({
    prompts: [contextPrompt, ...prompts.map(({ prompt }) => prompt)],
  }));
  server.setRequestHandler('prompts/get', ({ params }, context) => {
    const given = params.arguments ?? {};
    if (params.name === contextPrompt.name) return renderContextPrompt(options, context, given);
    const found = prompts.find(({ prompt }) => prompt.name === params.name);
    if (found === undefined) throw unknown('prompt', params.name);
    const missing = found.prompt.arguments?.find(({ name, required }) => required && !given[name]);
    if (missing !== undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${params.name} needs ${missing.name}`);
    return renderSessionPrompt(found, options, context, given);
  });
  server.setRequestHandler('completion/complete', async ({ params }, context) => {
    const { heard, lacks } = hearingWarnings(options);
    const known = await knownValues(heard, context, params);
    const values = known.filter(value => value.startsWith(params.argument.value));
    const hasMore = values.length > mostValues;
    const completion = { values: values.slice(0, mostValues), total: values.length, hasMore };
    return { completion, ...warningMeta(lacks()) };
  });
}

/** The protocol's limit for one answer. */
const mostValues = 100;

async function knownValues(
  options: McpOptions,
  context: ServerContext,
  { ref, argument }: CompleteRequestParams,
): Promise<readonly string[]> {
  if (ref.type === 'ref/prompt')
    return argument.name === 'format' ? promptFormats : listIds(options, context, argument.name);
  const template = resourceTemplates.find(({ uriTemplate }) => uriTemplate === ref.uri);
  return template === undefined ? [] : listIds(options, context, template.name);
}

/** Who names a tool of Weft knows it from elsewhere, such as a prompt for all of them. */
function notOffered(name: string): ProtocolError {
  const known = listMcpTools({ access: 'write', tools: ['all'] }).find(({ tool }) => tool === name);
  if (known === undefined) return unknown('tool', name);
  const sets = [...new Set(known.ways.map(({ set }) => set))].join(',');
  const offered = `there is no tool "${name}" here; it is offered with --tools ${sets}, at /mcp with ?tools=${sets}`;
  const isRead = known.ways.some(({ procedure }) => procedure.access === 'read');
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    isRead ? offered : `${offered}, and where Weft is not started to be read only`,
  );
}

function unknown(what: string, name: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no ${what} "${name.slice(0, 100)}"`);
}

const promptFormats = ['markdown', 'xml', 'json'] as const;

/** The one prompt: the text of an assembled context. Arguments of prompts are texts. */
function contextPromptFor(offered: readonly McpTool[]): Prompt {
  const tool = toolFor('assembly.assemble', offered);
  const form = tool === undefined ? '' : `, as ${tool} takes it`;
  return {
    name: 'assembled_context',
    title: 'Assembled context',
    description: 'The context that the rules of this project assemble for a sample or a request, as text.',
    arguments: [
      { name: 'sample', description: 'Id of a sample whose request is used.' },
      { name: 'request', description: `Instead of the sample: a request as JSON${form}.` },
      { name: 'format', description: `${promptFormats.join(', ')}; markdown where absent.` },
    ],
  };
}

async function renderContextPrompt(
  options: McpOptions,
  context: ServerContext,
  given: Readonly<Record<string, string>>,
): Promise<GetPromptResult> {
  const { heard, lacks } = hearingWarnings(options);
  const request = await requestOf(heard, context, given);
  const assembled = await askWeft(heard, context, 'assembly.assemble', { request });
  const format = given.format ?? 'markdown';
  const { text } = await askWeft(heard, context, 'assembly.render', { assembled, format });
  return {
    description: given.sample === undefined ? 'Context for a request' : `Context for ${given.sample}`,
    messages: promptMessages(String(text), new Set([...lacks(), ...warningsOf(assembled)])),
  };
}

/** What the context lacks by its own trace. */
function warningsOf({ trace }: JsonObject): string[] {
  const found =
    isJsonObject(trace) && Array.isArray(trace.warnings) ? trace.warnings.filter(isJsonObject) : [];
  return found.map(({ message }) => String(message));
}

async function requestOf(
  options: McpOptions,
  context: ServerContext,
  { sample, request }: Readonly<Record<string, string>>,
): Promise<unknown> {
  if ((sample === undefined) === (request === undefined)) throw unfit('give either sample or request');
  if (sample !== undefined) {
    const found = await askWeft(options, context, 'samples.get', { id: sample });
    return isJsonObject(found.sample) ? found.sample.request : undefined;
  }
  const excess = createJsonScale().add(new TextEncoder().encode(request));
  if (excess !== undefined) throw unfit(`request ${excess.reason}`);
  try {
    return JSON.parse(request ?? '');
  } catch (error) {
    throw unfit(`request is not valid JSON: ${messageOf(error)}`);
  }
}

const unfit = (message: string): ProtocolError => new ProtocolError(ProtocolErrorCode.InvalidParams, message);
