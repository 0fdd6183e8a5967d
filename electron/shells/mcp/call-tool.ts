import { randomUUID } from 'node:crypto';
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import { type ErrorBody, unreachable } from '../../../shared/contract/errors.ts';
import type { AssemblyEvent } from '../../../shared/contract/events.ts';
import { listedErrors } from '../../../shared/contract/listed-problems.ts';
import { isJsonObject, type JsonObject } from '../../../shared/model/json.ts';
import { textHead } from '../../../shared/text-head.ts';
import { namedRequestId } from '../../services/project/caller-request.ts';
import { withRounded } from '../../services/project/refuse-loss.ts';
import { cancelFromSignal } from '../cancel-from-signal.ts';
import { roundedOf } from './loss-in-call.ts';
import { type CountTexts, cutPage, type Page, pageOf, pageProblem, usualTokens } from './page.ts';
import { readable } from './readable.ts';
import type { McpWay } from './tool-schemas.ts';
import { inputOf, type McpTool, pageGiven, wayOf } from './tools.ts';
import type { McpOptions } from './weft-port.ts';

/** Calls the procedure behind a tool. Failures are results as well, never exceptions: docs/reference/contract.md#agents. */
export async function callTool(
  { weft, access }: McpOptions,
  tool: McpTool,
  given: JsonObject,
  { mcpReq }: ServerContext,
  readsText: boolean,
): Promise<CallToolResult> {
  const way = wayOf(tool, given);
  const unfit = pageProblem(pageGiven(way, given), way.procedure.access);
  if (unfit !== undefined)
    return errorResult({ code: 'invalid_input', message: unfit }, countBy(weft, access));
  const input = inputOf(way, given);
  const named = namedRequestId(way.body === undefined ? {} : input[way.body], { door: 'mcp', access });
  const requestId = named ?? randomUUID();
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
    // One that the request names goes with that alone.
    const caller = { door: 'mcp', access, cancel, ...(named === undefined && { requestId }) } as const;
    const reply = withRounded(await weft.dispatch(caller, way.name, input), roundedOf(mcpReq._meta));
    // Progress is told before the result.
    await stop?.();
    await Promise.all(told);
    return reply.ok
      ? await valueResult(way, reply.value, reply.warnings ?? [], {
          page: pageOf(given),
          readsText,
          count: countBy(weft, access),
        })
      : await errorResult(inWordsOfTool(reply.error, tool, way), countBy(weft, access));
  } finally {
    await stop?.();
  }
}

/** In letters, of a warning and of what is said of a failure. */
const longestWarning = 500;
const longestMessage = 2000;

interface Asked {
  readonly page: Page;
  /** The data is for programs; an agent that shows its model the data in place of the text gets the text alone. */
  readonly readsText: boolean;
  readonly count: CountTexts;
}

/** By Weft, which has its tokenizer at hand; where it cannot, two characters are a token. */
function countBy(weft: McpOptions['weft'], access: McpOptions['access']): CountTexts {
  return async texts => {
    const reply = await weft.dispatch({ door: 'mcp', access }, 'assembly.count', { texts });
    const tokens = reply.ok && isJsonObject(reply.value) ? reply.value.tokens : undefined;
    return Array.isArray(tokens) ? tokens.map(Number) : texts.map(text => Math.ceil(text.length / 2));
  };
}

/** The answer as text made for reading, page by page, and whole as data; what it may lack is a text of its own. */
async function valueResult(
  way: McpWay,
  value: unknown,
  warnings: readonly string[],
  { page, readsText, count }: Asked,
): Promise<CallToolResult> {
  const whole = way.text?.(value) ?? readable(value);
  const told = warnings.map(warning => textHead(warning, longestWarning));
  const left = page.tokens - (await tokensOf(told, count));
  const tokens = Math.max(left, Math.ceil(page.tokens / 2));
  const text = await cutPage(whole, { ...page, tokens }, way.procedure.access === 'read', count);
  return {
    content: [text, ...told].map(said => ({ type: 'text', text: said })),
    ...(isJsonObject(value) && !readsText ? { structuredContent: value } : {}),
  };
}

/** The caller knows the tool, not the procedure behind it. */
function inWordsOfTool(error: ErrorBody, { tool }: McpTool, { name }: McpWay): ErrorBody {
  const isNamed = error.message.startsWith(`${name} `);
  return isNamed ? { ...error, message: `${tool}${error.message.slice(name.length)}` } : error;
}

const tokensOf = async (texts: readonly string[], count: CountTexts): Promise<number> =>
  texts.length === 0 ? 0 : (await count(texts)).reduce((sum, one) => sum + one, 0);

/** As programs of the source expect errors; of many problems as many as an agent can pay for. */
async function errorResult(
  { code, message, details }: ErrorBody,
  count: CountTexts,
): Promise<CallToolResult> {
  const shown = (some: unknown): string =>
    JSON.stringify({
      error: true,
      message: textHead(message, longestMessage),
      code: code === 'internal' ? 'INTERNAL_ERROR' : code,
      details: some,
    });
  let text = shown(details);
  const errors = listedErrors({ details });
  for (let kept = errors.length; !(await isShort(text, count)); ) {
    kept = Math.floor(kept / 2);
    text = shown(kept === 0 ? undefined : { errors: errors.slice(0, kept), more: errors.length - kept });
    if (kept === 0) break;
  }
  return { content: [{ type: 'text', text }], isError: true };
}

/** No encoding has more tokens than bytes. */
const isShort = async (text: string, count: CountTexts): Promise<boolean> =>
  Buffer.byteLength(text) <= usualTokens || (await tokensOf([text], count)) <= usualTokens;

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
