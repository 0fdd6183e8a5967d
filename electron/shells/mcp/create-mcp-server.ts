import {
  CLIENT_INFO_META_KEY,
  type CompleteRequestParams,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { isJsonObject } from '../../../shared/model/json.ts';
import { callTool } from './call-tool.ts';
import { contextPrompt, promptFormats, renderContextPrompt } from './context-prompt.ts';
import { listIds, listResources, readResource, resourceTemplates } from './resources.ts';
import { renderSessionPrompt, sessionPrompts } from './session-prompts.ts';
import { describeTools, listMcpTools } from './tools.ts';
import type { McpOptions } from './weft-port.ts';

const instructions =
  'Weft keeps what agents of this project share. context_for_agent and twining_assemble say what to know before a task; ' +
  'twining_post and twining_decide leave what others should know; context_health follows how full the context is. ' +
  'Answers are texts; next goes on where one ended.';

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
  const toolsByName = new Map(listMcpTools(options).map(tool => [tool.tool, tool]));
  return () => {
    const server = new Server(
      { name: 'weft', title: 'Weft', version: options.version },
      { capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} }, instructions },
    );
    server.setRequestHandler('tools/list', () => ({ tools }));
    server.setRequestHandler('tools/call', ({ params }, context) => {
      const tool = toolsByName.get(params.name);
      if (tool === undefined) throw unknown('tool', params.name);
      const client = clientOf(server, context);
      return callTool(options, tool, params.arguments ?? {}, context, showsDataForText(client));
    });
    addResources(server, options);
    addPrompt(server, options);
    return server;
  };
}

function addResources(server: Server, options: McpOptions): void {
  server.setRequestHandler('resources/list', async (_, context) => ({
    resources: await listResources(options, context),
  }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [...resourceTemplates] }));
  server.setRequestHandler('resources/read', async ({ params }, context) => ({
    contents: [await readResource(options, context, params.uri)],
  }));
}

function addPrompt(server: Server, options: McpOptions): void {
  server.setRequestHandler('prompts/list', () => ({
    prompts: [contextPrompt, ...sessionPrompts.map(({ prompt }) => prompt)],
  }));
  server.setRequestHandler('prompts/get', ({ params }, context) => {
    const given = params.arguments ?? {};
    if (params.name === contextPrompt.name) return renderContextPrompt(options, context, given);
    const found = sessionPrompts.find(({ prompt }) => prompt.name === params.name);
    if (found === undefined) throw unknown('prompt', params.name);
    const missing = found.prompt.arguments?.find(({ name, required }) => required && !given[name]);
    if (missing !== undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${params.name} needs ${missing.name}`);
    return renderSessionPrompt(found, options, context, given);
  });
  server.setRequestHandler('completion/complete', async ({ params }, context) => {
    const known = await knownValues(options, context, params);
    const values = known.filter(value => value.startsWith(params.argument.value));
    return { completion: { values: values.slice(0, mostValues), total: values.length } };
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

function unknown(what: string, name: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no ${what} "${name.slice(0, 100)}"`);
}
