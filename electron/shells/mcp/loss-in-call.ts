import { contract } from '../../../shared/contract/contract.ts';
import type { Procedure } from '../../../shared/contract/procedure.ts';
import { isJsonObject, type JsonObject } from '../../../shared/model/json.ts';
import { lossOf, roundedIn } from '../../services/project/refuse-loss.ts';

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

/** Under which name a call carries what was rounded of it, through the protocol's package, to whoever answers it. */
const roundedName = 'weft/rounded';

/** A call with what was rounded of it, to be told beside what the answer may lack. */
export function withRoundedNote(text: string, message: unknown): unknown {
  const rounded = isJsonObject(message) && isJsonObject(message.params) ? roundedIn(text) : undefined;
  if (rounded === undefined || !isJsonObject(message) || !isJsonObject(message.params)) return message;
  const { params } = message;
  const meta = isJsonObject(params._meta) ? params._meta : {};
  const note = rounded.replace(/^params\.arguments\./, '');
  return { ...message, params: { ...params, _meta: { ...meta, [roundedName]: note } } };
}

export function roundedOf(meta: object | undefined): string | undefined {
  const note = isJsonObject(meta) ? meta[roundedName] : undefined;
  return typeof note === 'string' ? note : undefined;
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
