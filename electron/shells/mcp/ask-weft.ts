import { ProtocolError, ProtocolErrorCode, type ServerContext } from '@modelcontextprotocol/server';
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

function protocolError({ code, message, details }: ErrorBody): ProtocolError {
  const protocolCode =
    code === 'internal' ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
  return new ProtocolError(protocolCode, message, { code, details });
}
