import {
  type GetPromptResult,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { ProcedureName } from '../../../shared/contract/contract.ts';
import type { ErrorBody } from '../../../shared/contract/errors.ts';
import { isJsonObject, type JsonObject } from '../../../shared/model/json.ts';
import { cancelFromSignal } from '../cancel-from-signal.ts';
import type { McpOptions } from './weft-port.ts';

/** The value of a procedure, for resources and prompts; a failure becomes an error of the protocol. */
export async function askWeft(
  { weft, access }: McpOptions,
  { mcpReq }: ServerContext,
  name: ProcedureName,
  input: JsonObject,
  notFound: (error: ErrorBody) => Error = protocolError,
): Promise<JsonObject> {
  const cancel = cancelFromSignal(mcpReq.signal);
  const reply = await weft.dispatch({ door: 'mcp', access, cancel }, name, input);
  if (reply.ok) return isJsonObject(reply.value) ? reply.value : {};
  throw reply.error.code === 'not_found' ? notFound(reply.error) : protocolError(reply.error);
}

/**
 * The same Weft, and what its answers lack, as far as they were asked for, in the order of asking: who answers in another
 * form tells of it beside.
 */
export function hearingWarnings(options: McpOptions): {
  readonly heard: McpOptions;
  readonly lacks: () => ReadonlySet<string>;
} {
  const { weft } = options;
  const asked: (readonly string[])[] = [];
  const dispatch: McpOptions['weft']['dispatch'] = async (caller, name, input) => {
    const place = asked.push([]) - 1;
    const reply = await weft.dispatch(caller, name, input);
    if (reply.ok) asked[place] = reply.warnings ?? [];
    return reply;
  };
  return { heard: { ...options, weft: { ...weft, dispatch } }, lacks: () => new Set(asked.flat()) };
}

/** What an answer lacks, for programs that read its metadata. */
export const warningMeta = (warnings: ReadonlySet<string>): { readonly _meta?: JsonObject } =>
  warnings.size === 0 ? {} : { _meta: { 'weft/warnings': [...warnings] } };

/** A prompt's text, and each warning as a message of its own. */
export const promptMessages = (text: string, warnings: Iterable<string>): GetPromptResult['messages'] =>
  [text, ...warnings].map(said => ({ role: 'user', content: { type: 'text', text: said } }));

function protocolError({ code, message, details }: ErrorBody): ProtocolError {
  const protocolCode =
    code === 'internal' ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
  return new ProtocolError(protocolCode, message, { code, details });
}
