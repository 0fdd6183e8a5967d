import type { Path, ToolCall } from '../model/block.ts';
import { isJsonObject } from '../model/json.ts';
import { fieldOf, listOf, type Pairing, textOf } from './fields.ts';

/** A call as one of the lists of a message has it. */
interface Place {
  readonly call: unknown;
  readonly id: string | undefined;
  readonly at: Path;
}

/**
 * The calls of a message. What LangChain reads out of a provider's answer it keeps beside that answer, and what cannot be
 * read apart from it; whoever sends the message takes one or the other, so that a call stands in as many places.
 */
export function readCalls(fields: unknown, at: Path, pairing: Pairing): ToolCall[] {
  const [own, invalid] = [placesIn(fields, ['tool_calls'], at), placesIn(fields, ['invalid_tool_calls'], at)];
  const beside = placesIn(fields, ['additional_kwargs', 'tool_calls'], at);
  const named = invalid.filter(({ id }) => id !== undefined);
  const shown = own.length + named.length > 0 ? [...own, ...named] : beside;
  const all = [
    ...own,
    ...invalid,
    ...beside,
    ...placesIn(fields, ['tool_call_chunks'], at),
    ...placesIn(fields, ['content'], at),
  ];
  const calls = shown.map(place => {
    const others = all.filter(one => one.id !== undefined && one.id === place.id && one.at !== place.at);
    // Not every provider is sent what could not be read.
    const isKept = invalid.includes(place) && !beside.some(({ id }) => id === place.id);
    return {
      ...readCall(place, pairing),
      ...(others.length > 0 && { copies: others.map(one => one.at) }),
      ...(isKept && { awaits: 'nothing' as const }),
    };
  });
  return withLegacy(calls, fields, at, pairing);
}

/** Of a part of a message's content the id of the call that it is; undefined where it is none. */
export function calledIn(part: unknown): string | undefined {
  const type = textOf(part, 'type') ?? '';
  if (!/^(?:tool_use|tool_call|invalid_tool_call|function_call)$/.test(type)) return undefined;
  return textOf(part, 'call_id') ?? textOf(part, 'id');
}

function placesIn(fields: unknown, key: readonly string[], before: Path): Place[] {
  const last = key.at(-1) ?? '';
  const home = key.length > 1 ? fieldOf(fields, key[0] ?? '') : fields;
  return listOf(home, last).map((call, index) => ({
    call,
    id: last === 'content' ? calledIn(call) : textOf(call, 'id'),
    at: [...before, ...key, index],
  }));
}

function readCall({ call, id, at }: Place, pairing: Pairing): ToolCall {
  const called = fieldOf(call, 'function') ?? call;
  const name = textOf(called, 'name') ?? '';
  const input = fieldOf(called, 'args') ?? textOf(called, 'arguments') ?? '';
  return { type: 'tool_call', id: id ?? pairing.call(name), name, input, at };
}

/** As functions were called before there were tools: the one call, or once more the last of its name. */
function withLegacy(calls: ToolCall[], fields: unknown, before: Path, pairing: Pairing): ToolCall[] {
  const called = fieldOf(fieldOf(fields, 'additional_kwargs'), 'function_call');
  if (!isJsonObject(called)) return calls;
  const at = [...before, 'additional_kwargs', 'function_call'];
  if (calls.length === 0) return [readCall({ call: called, id: undefined, at }, pairing)];
  const last = calls.findLastIndex(({ name }) => name === textOf(called, 'name'));
  return calls.map((call, index) =>
    index === last ? { ...call, copies: [...(call.copies ?? []), at] } : call,
  );
}
