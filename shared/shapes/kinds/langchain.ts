import { unreachable } from '../../contract/errors.ts';
import type { Block, Path, ToolCall } from '../../model/block.ts';
import { isJsonObject } from '../../model/json.ts';
import { isResultBlock } from '../../model/message-text.ts';
import {
  entriesIn,
  fieldOf,
  listOf,
  type Pairing,
  pairInOrder,
  replaceAt,
  textOf,
  withKept,
} from '../fields.ts';
import type { Entry, EntryRole, Shape } from '../shape.ts';
import { inputObject, resultText, type Turn } from '../turns.ts';
import { withTextBefore as ownTextBefore, readBlock } from './anthropic.ts';
import { contentBlocks, saidParts } from './openai-chat.ts';

/** Messages of LangChain in Python: `dumpd`, `messages_to_dict` or `model_dump`. */
export const langChainPython = langChainShape(['langchain', 'schema', 'messages'], true);

/** Messages of LangChain in JavaScript: `toJSON` or `toDict`. */
export const langChainJs = langChainShape(['langchain_core', 'messages'], false);

function langChainShape(home: readonly string[], isUsual: boolean): Shape {
  return {
    isSent: true,
    recognise(body) {
      const messages = entriesIn(body, 'messages');
      if (messages === undefined || messages.length === 0 || !messages.every(isLangChainMessage))
        return false;
      const homes = messages.flatMap(message => listOf(message, 'id')[0] ?? []);
      // Forms without a class are written by both.
      return homes.length === 0 ? isUsual : homes.some(first => first === home[0]);
    },
    read(body) {
      const pairing = pairInOrder();
      return {
        entries: (entriesIn(body, 'messages') ?? []).map(message => readLangChain(message, pairing)),
        standing: [],
      };
    },
    write: (body, kept) => withKept(body, 'messages', kept),
    tell: (text, next) => tellAs(text, next, home),
    prepend: withTextBefore,
    compose: turns => turns.flatMap(turn => turnMessages(turn, home)),
  };
}

const classes: ReadonlyMap<string, EntryRole> = new Map([
  ['human', 'user'],
  ['ai', 'assistant'],
  ['system', 'system'],
  ['developer', 'system'],
  ['tool', 'tool'],
  ['function', 'tool'],
  ['chat', 'user'],
  ['generic', 'user'],
  ['remove', 'note'],
]);

/** Where the fields of a message stand in it. */
function fieldsOf(message: unknown): { readonly fields: unknown; readonly at: Path } {
  if (isJsonObject(fieldOf(message, 'kwargs'))) return { fields: fieldOf(message, 'kwargs'), at: ['kwargs'] };
  if (isJsonObject(fieldOf(message, 'data'))) return { fields: fieldOf(message, 'data'), at: ['data'] };
  return { fields: message, at: [] };
}

/** `human` of a `HumanMessage` or `HumanMessageChunk`, or the type that the message says. */
function classOf(message: unknown): string {
  const name = listOf(message, 'id').at(-1);
  const said = typeof name === 'string' ? name : (textOf(message, 'type') ?? '');
  return said.replace(/Message(?:Chunk)?$/, '').toLowerCase();
}

export function isLangChainMessage(message: unknown): boolean {
  if (!isJsonObject(message) || !classes.has(classOf(message))) return false;
  const { fields, at } = fieldsOf(message);
  if (at.length > 0) return fieldOf(fields, 'content') !== undefined || classOf(message) === 'remove';
  return 'content' in message && !('role' in message && classOf(message) !== 'chat');
}

/** A message with its blocks. */
export function readLangChain(message: unknown, pairing: Pairing): Entry {
  const { fields, at } = fieldsOf(message);
  const known = classes.get(classOf(message)) ?? 'note';
  const role = textOf(fields, 'role') === 'assistant' ? 'assistant' : known;
  if (role === 'user') pairing.spoken();
  const calls = readCalls(fields, at, pairing);
  const named = new Set(calls.map(({ id }) => id));
  const said = readContent(fields, [...at, 'content'], named);
  const name = textOf(fields, 'name');
  const blocks: Block[] = role === 'tool' ? [readResult(fields, said, pairing)] : [...said, ...calls];
  return {
    role,
    author: role === 'tool' ? undefined : name,
    id: textOf(fields, 'id'),
    blocks,
    source: message,
  };
}

function readResult(fields: unknown, said: readonly Block[], pairing: Pairing): Block {
  const name = textOf(fields, 'name');
  return {
    type: 'tool_result',
    id: textOf(fields, 'tool_call_id') ?? pairing.result(name ?? ''),
    ...(name !== undefined && { name }),
    ...(textOf(fields, 'status') === 'error' && { is_error: true }),
    content: said.filter(isResultBlock),
    at: [],
  };
}

/** A message with a text before what it says, and behind the results in it. */
export function withTextBefore(text: string, message: unknown): unknown {
  const { fields, at } = fieldsOf(message);
  return replaceAt(message, at, ownTextBefore(text, fields));
}

/** Parts of OpenAI or of Anthropic, as the model behind gave them. A call that the message has as its own is there once. */
function readContent(fields: unknown, at: Path, named: ReadonlySet<string>): Block[] {
  const content = fieldOf(fields, 'content');
  if (!Array.isArray(content)) return contentBlocks(content, at);
  return content.map((part, index) => readPart(part, [...at, index], named));
}

function readPart(part: unknown, at: Path, named: ReadonlySet<string>): Block {
  const type = textOf(part, 'type');
  if (named.has(calledIn(part) ?? '')) return { type: 'opaque', value: {}, at };
  if (typeof part === 'string') return { type: 'text', text: part, at };
  if (type === 'image_url')
    return contentBlocks([part], at.slice(0, -1))[0] ?? { type: 'opaque', value: part };
  const thought = textOf(part, 'reasoning');
  return type === 'reasoning' && thought !== undefined
    ? { type: 'thinking', text: thought, at }
    : readBlock(part, at);
}

/** In the form of the entry that follows. */
function tellAs(text: string, next: unknown, home: readonly string[]): unknown {
  const fields = { content: text, additional_kwargs: {}, response_metadata: {} };
  if (isJsonObject(fieldOf(next, 'data'))) return { type: 'human', data: { ...fields, type: 'human' } };
  if (isJsonObject(next) && !('kwargs' in next)) return { ...fields, type: 'human' };
  return dumped('HumanMessage', fields, home);
}

const dumped = (name: string, kwargs: object, home: readonly string[]) => ({
  lc: 1,
  type: 'constructor',
  id: [...home, name],
  kwargs,
});

function turnMessages(turn: Turn, home: readonly string[]): unknown[] {
  const made = (name: string, fields: object) =>
    dumped(name, { ...fields, additional_kwargs: {}, response_metadata: {} }, home);
  switch (turn.role) {
    case 'system':
      return [made('SystemMessage', { content: turn.text })];
    case 'user':
      return [made('HumanMessage', { content: saidParts(turn.blocks) })];
    case 'assistant':
      return [
        made('AIMessage', {
          content: turn.text,
          tool_calls: turn.calls.map(({ id, name, input }) => ({
            name,
            args: inputObject(input),
            id,
            type: 'tool_call',
          })),
          invalid_tool_calls: [],
        }),
        ...turn.results.map(result =>
          made('ToolMessage', {
            content: resultText(result),
            tool_call_id: result.id,
            name: result.name ?? 'tool',
            status: result.is_error === true ? 'error' : 'success',
          }),
        ),
      ];
    default:
      return unreachable(turn);
  }
}

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
function readCalls(fields: unknown, at: Path, pairing: Pairing): ToolCall[] {
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
function calledIn(part: unknown): string | undefined {
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
