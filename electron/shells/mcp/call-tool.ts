import { randomUUID } from 'node:crypto';
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import { type ErrorBody, unreachable } from '../../../shared/contract/errors.ts';
import type { AssemblyEvent } from '../../../shared/contract/events.ts';
import { isJsonObject, type JsonObject } from '../../../shared/model/json.ts';
import { cancelFromSignal } from '../cancel-from-signal.ts';
import type { McpWay } from './tool-schemas.ts';
import { inputOf, type McpTool, wayOf } from './tools.ts';
import type { McpOptions } from './weft-port.ts';

/** Calls the procedure behind a tool. Failures are results as well, never exceptions (L7). */
export async function callTool(
  { weft, access }: McpOptions,
  tool: McpTool,
  given: JsonObject,
  { mcpReq }: ServerContext,
): Promise<CallToolResult> {
  const way = wayOf(tool, given);
  const input = inputOf(way, given);
  const requestId = namedRequestId(input, way) ?? randomUUID();
  const token = mcpReq._meta?.progressToken;
  const told: Promise<void>[] = [];
  const stop =
    token === undefined
      ? undefined
      : await weft.follow(requestId, event => {
          const params = { progressToken: token, progress: event.seq, message: progressWords(event) };
          // Who no longer listens has said so by going away.
          told.push(mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined));
        });
  try {
    const cancel = cancelFromSignal(mcpReq.signal);
    const reply = await weft.dispatch({ door: 'mcp', access, cancel, requestId }, way.name, input);
    // Progress is told before the result.
    await stop?.();
    await Promise.all(told);
    return reply.ok
      ? valueResult(reply.value, reply.warnings)
      : errorResult(inWordsOfTool(reply.error, tool, way));
  } finally {
    await stop?.();
  }
}

/** Structured content has to fit the output schema, so that what the value may lack is a text of its own. */
function valueResult(value: unknown, warnings: readonly string[] = []): CallToolResult {
  const texts = [JSON.stringify(value), ...warnings];
  return {
    content: texts.map(text => ({ type: 'text', text })),
    ...(isJsonObject(value) ? { structuredContent: value } : {}),
  };
}

/** The caller knows the tool, not the procedure behind it. */
function inWordsOfTool(error: ErrorBody, { tool }: McpTool, { name }: McpWay): ErrorBody {
  const isNamed = error.message.startsWith(`${name} `);
  return isNamed ? { ...error, message: `${tool}${error.message.slice(name.length)}` } : error;
}

/** As programs of the source expect errors; structured content would have to fit the output schema. */
function errorResult({ code, message, details }: ErrorBody): CallToolResult {
  const shown = { error: true, message, code: code === 'internal' ? 'INTERNAL_ERROR' : code, details };
  return { content: [{ type: 'text', text: JSON.stringify(shown) }], isError: true };
}

/** The request's own id wins, so it is the one to listen for. */
function namedRequestId(input: JsonObject, { body }: McpWay): string | undefined {
  const request = body === undefined ? undefined : input[body];
  const id = isJsonObject(request) ? request.request_id : undefined;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

function progressWords(event: AssemblyEvent): string {
  switch (event.event) {
    case 'contextAssembly:started':
      return 'started';
    case 'contextAssembly:rulesEvaluated':
      return `rules evaluated: ${event.matchedMemories.length} memories`;
    case 'contextAssembly:pipelineComplete':
      return `memory ${event.memory_call.memory_id} done`;
    case 'contextAssembly:complete':
      return 'complete';
    case 'contextAssembly:error':
      return event.error.message;
    default:
      return unreachable(event);
  }
}
