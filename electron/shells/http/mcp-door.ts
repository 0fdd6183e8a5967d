import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { Context } from 'hono';
import { AppError, messageOf } from '../../../shared/contract/errors.ts';
import type { WeftEvent } from '../../../shared/contract/events.ts';
import { parseToolChoices, type ToolChoice, toolChoices } from '../../../shared/contract/tool-sets.ts';
import type { Dispatch } from '../dispatch-port.ts';
import { lossInCall, withRoundedNote } from '../mcp/loss-in-call.ts';
import { portOfApp } from '../mcp/port-of-app.ts';
import { nodeEnds, queryOf, readJsonBody, respondUnread } from './ask.ts';
import { respond, valueAnswer } from './problem-response.ts';

interface McpDoorOptions {
  readonly dispatch: Dispatch;
  subscribe(listener: (event: WeftEvent) => void): () => void;
  readonly version: string;
  readonly mcpReadOnly?: boolean;
  readonly mcpTools?: readonly ToolChoice[];
  logFailure(error: unknown): void;
}

/** Streamable HTTP at /mcp, behind the gate like everything else. The protocol's package is loaded by the first request. */
export function createMcpDoor(options: McpDoorOptions): (context: Context) => Promise<Response> {
  const handlers = new Map<string, Promise<McpHttpHandler>>();
  return async context => {
    const request = context.req.raw;
    let code = codes.invalidRequest;
    try {
      const door = await handlerOf(options, handlers, toolsAsked(request));
      if (request.method !== 'POST') return await door.fetch(request);
      code = codes.parseError;
      const { text, value } = await readJsonBody(nodeEnds(context)?.incoming ?? request);
      const refusal = await lossInCall(text, value);
      if (refusal === undefined)
        return await door.fetch(request, { parsedBody: withRoundedNote(text, value) });
      const { id = null, ...error } = refusal;
      return Response.json({ jsonrpc: '2.0', error, id });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return refuseMessage(context, error, code);
    }
  };
}

/** Codes of JSON-RPC: what is asked for is no request that can be answered, or the body is no JSON. */
const codes = { invalidRequest: -32_600, parseError: -32_700 };

const toolsAsked = ({ url }: Request): string | null =>
  queryOf(url, ['tools'], 'only tools is read there').get('tools');

/** One handler for each choice of tools; each set counts once, so that there are few choices. */
function handlerOf(
  options: McpDoorOptions,
  handlers: Map<string, Promise<McpHttpHandler>>,
  asked: string | null,
): Promise<McpHttpHandler> {
  const chosen = asked === null ? (options.mcpTools ?? ['default']) : choicesIn(asked);
  const tools = toolChoices.filter(choice => chosen.includes(choice));
  const known = handlers.get(tools.join()) ?? createHandler(options, tools);
  handlers.set(tools.join(), known);
  return known;
}

function choicesIn(text: string): readonly ToolChoice[] {
  try {
    return parseToolChoices(text.slice(0, 1000));
  } catch (error) {
    throw new AppError('invalid_input', messageOf(error));
  }
}

/** As the protocol's own package answers what it cannot read. */
function refuseMessage(context: Context, { code, message }: AppError, otherwise: number): Response {
  const isTooLarge = code === 'too_large';
  const error = { code: isTooLarge ? -32_000 : otherwise, message };
  const answer = valueAnswer({ jsonrpc: '2.0', error, id: null }, isTooLarge ? 413 : 400);
  return isTooLarge ? respondUnread(context, answer) : respond(context, answer);
}

async function createHandler(options: McpDoorOptions, tools: readonly ToolChoice[]): Promise<McpHttpHandler> {
  const [{ createMcpHandler }, { mcpServerFactory }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('../mcp/create-mcp-server.ts'),
  ]);
  const { dispatch, subscribe, version, mcpReadOnly, logFailure } = options;
  const weft = portOfApp(dispatch, subscribe);
  const access = mcpReadOnly === true ? 'read' : 'write';
  return createMcpHandler(mcpServerFactory({ weft, access, tools, version }), { onerror: logFailure });
}
