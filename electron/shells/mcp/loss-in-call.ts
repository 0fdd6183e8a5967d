import { contract } from '../../../shared/contract/contract.ts';
import type { Procedure } from '../../../shared/contract/procedure.ts';
import { isJsonObject, type JsonObject } from '../../../shared/model/json.ts';
import { lossOf } from '../../services/project/refuse-loss.ts';

/** An error of the protocol, without the id where nobody knows whose it is. */
export interface JsonRpcError {
  readonly id?: string | number;
  readonly code: number;
  readonly message: string;
}

const invalidParams = -32_602;

/** Refuses a call that writes where its value lacks something of its text: what is stored is kept as it was sent, or not at all. */
export async function lossInCall(text: string, message: unknown): Promise<JsonRpcError | undefined> {
  const messages: readonly unknown[] = Array.isArray(message) ? message : [message];
  const call = messages.find(isWritingCall);
  if (call === undefined) return undefined;
  const loss = await lossOf(text, message);
  if (loss === undefined) return undefined;
  return { ...(isId(call.id) && { id: call.id }), code: invalidParams, message: loss };
}

export const isId = (id: unknown): id is string | number => typeof id === 'string' || Number.isInteger(id);

function isWritingCall(message: unknown): message is JsonObject {
  if (!isJsonObject(message) || message.method !== 'tools/call' || !isJsonObject(message.params))
    return false;
  return writingTools.has(String(message.params.name));
}

const procedures: readonly Procedure[] = Object.values(contract);

const writingTools: ReadonlySet<string> = new Set(
  procedures.flatMap(({ access, mcp = [] }) => (access === 'write' ? mcp.map(({ tool }) => tool) : [])),
);
