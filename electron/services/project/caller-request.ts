import { isJsonObject, isMissing, type JsonObject } from '../../../shared/model/json.ts';
import type { Giver } from '../../../shared/model/origin.ts';
import type { Caller, Needs } from './call.ts';

/** The request with what its door knew beside it: the thread, where the body names none. Anything unfit goes on to be judged. */
export function withCallerThread(request: unknown, { threadId }: Caller): unknown {
  if (threadId === undefined || !isJsonObject(request)) return request;
  const scopes = request.scope_variables;
  if (!isJsonObject(scopes)) return request;
  const thread = scopes.thread ?? {};
  if (!isJsonObject(thread) || !isMissing(thread.thread_id)) return request;
  return { ...request, scope_variables: { ...scopes, thread: { ...thread, thread_id: threadId } } };
}

/** Who gives what a request says: what comes by the agents' door is theirs, whatever it says of itself. */
export const giverOf = ({ door }: Caller): Giver => (door === 'mcp' ? 'agent' : 'user');

/** The request's own id, else the one its door was given, else a new one. */
export function requestIdOf(request: unknown, needs: Needs<'caller' | 'world'>): string {
  return namedRequestId(request, needs.caller) ?? needs.world.mintId();
}

/** The id by which somebody may be listening; undefined when nobody named one. */
export function namedRequestId(request: unknown, caller: Caller): string | undefined {
  const own = isJsonObject(request) ? ownId(request) : undefined;
  return own ?? caller.requestId;
}

function ownId(request: JsonObject): string | undefined {
  const id = request.request_id;
  return typeof id === 'string' && id !== '' && id.length <= 200 ? id : undefined;
}
