import {
  type Block,
  blockText,
  type DocumentBlock,
  type ImageBlock,
  inputText,
  type Path,
  type ResultBlock,
  type TextBlock,
} from '../../model/block.ts';
import { isJsonObject } from '../../model/json.ts';
import { entriesIn, fieldOf, listOf, standingIn, textOf, textsIn, withKept } from '../fields.ts';
import { joinedParts, withPart } from '../parts.ts';
import type { Entry, Shape } from '../shape.ts';
import { alternating, betweenTwo, inputObject, type SaidBlock, type Turn, withoutSystem } from '../turns.ts';

/** Messages of Anthropic: blocks, with the system's words beside them. */
export const anthropic = {
  isSent: true,
  recognise(body) {
    const messages = entriesIn(body, 'messages');
    if (messages?.every(isMessage) !== true) return false;
    const isNamed = ['system', 'anthropic_version', 'stop_sequences'].some(
      key => fieldOf(body, key) !== undefined,
    );
    if (isNamed || (textOf(body, 'model') ?? '').includes('claude')) return true;
    const hasTools = listOf(body, 'tools').some(tool => fieldOf(tool, 'input_schema') !== undefined);
    return hasTools || messages.some(message => listOf(message, 'content').some(isTelling));
  },
  accepts: body => entriesIn(body, 'messages')?.every(isMessage) === true,
  read: body => ({
    entries: (entriesIn(body, 'messages') ?? []).map(message => readMessage(message)),
    standing: standingIn(withoutMarks(body), ['system', 'tools']),
  }),
  write: (body, kept) => withKept(body, 'messages', kept),
  tell: content => ({ role: 'user', content }),
  compose(turns) {
    const { system, talk } = withoutSystem(turns);
    const entries = alternating(betweenTwo(talk).flatMap(turnEntries));
    return {
      ...(system !== '' && { system }),
      messages: entries.map(({ role, parts }) => ({ role, content: parts })),
    };
  },
  mark: body => (hasMarks(body) ? body : withMarks(body)),
  prepend: withTextBefore,
  join: (one, other) => joinedParts(one, other, 'content', blocksOf),
} as const satisfies Shape;

/** A message with a text before what it says, and behind the results in it. */
export function withTextBefore(text: string, message: unknown): unknown {
  const content = withPart(blocksOf(message), { type: 'text', text }, isOf);
  return { ...(isJsonObject(message) && message), content };
}

const isOf = {
  result: (block: unknown) => textOf(block, 'type') === 'tool_result',
  text: (block: unknown) => textOf(block, 'type') === 'text',
};

function blocksOf(message: unknown): readonly unknown[] {
  const content = fieldOf(message, 'content');
  return typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(message, 'content');
}

const ownTypes = new Set([
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'document',
  'server_tool_use',
  'web_search_tool_result',
  'search_result',
]);

const isTelling = (block: unknown): boolean =>
  ownTypes.has(textOf(block, 'type') ?? '') ||
  fieldOf(block, markKey) !== undefined ||
  (textOf(block, 'type') === 'image' && isJsonObject(fieldOf(block, 'source')));

function isMessage(message: unknown): boolean {
  if (!isJsonObject(message) || (message.role !== 'user' && message.role !== 'assistant')) return false;
  const { content } = message;
  // What is here a call, AI SDK writes `tool-call`.
  return (
    typeof content === 'string' ||
    (Array.isArray(content) && content.every(isBlock) && !('tool_calls' in message))
  );
}

const isBlock = (block: unknown): boolean =>
  /^\w+$/.test(textOf(block, 'type') ?? '') && textOf(block, 'type') !== 'image_url';

/** A message with its blocks; `at` is where it stands in the source that it is part of. */
export function readMessage(message: unknown, at: Path = []): Entry {
  const content = fieldOf(message, 'content');
  return {
    role: textOf(message, 'role') === 'assistant' ? 'assistant' : 'user',
    blocks:
      typeof content === 'string'
        ? [{ type: 'text', text: content, at: [...at, 'content'] }]
        : listOf(message, 'content').map((block, index) => readBlock(block, [...at, 'content', index])),
    source: message,
  };
}

/** A block of the provider, where it is one that is known. */
export function readBlock(block: unknown, at: Path): Block {
  switch (textOf(block, 'type')) {
    case 'tool_use':
      return {
        type: 'tool_call',
        id: textOf(block, 'id') ?? '',
        name: textOf(block, 'name') ?? '',
        input: fieldOf(block, 'input'),
        at,
      };
    case 'tool_result':
      return {
        type: 'tool_result',
        id: textOf(block, 'tool_use_id') ?? '',
        ...(fieldOf(block, 'is_error') === true && { is_error: true }),
        content: readContent(fieldOf(block, 'content'), [...at, 'content']),
        at,
      };
    case 'thinking': {
      const signature = textOf(block, 'signature');
      return {
        type: 'thinking',
        text: textOf(block, 'thinking') ?? '',
        ...(signature !== undefined && { signature }),
        at,
      };
    }
    case 'redacted_thinking':
      return { type: 'opaque', value: block, as: 'thought', at };
    default:
      return readShown(block, at);
  }
}

function readContent(content: unknown, at: Path): ResultBlock[] {
  if (!Array.isArray(content)) return textsIn(content, at);
  return content.map((block, index) => readShown(block, [...at, index]));
}

function readShown(block: unknown, at: Path): ResultBlock {
  const type = textOf(block, 'type');
  const text = textOf(block, 'text');
  if (type === 'text' && text !== undefined) return { type, text, at: [...at, 'text'] };
  const source = fieldOf(block, 'source');
  if ((type === 'image' || type === 'document') && isJsonObject(source)) {
    const title = textOf(block, 'title');
    const media = { ...pick(source, ['url', 'media_type', 'file_id', 'data']) };
    if (type === 'image') return { type, ...media };
    const own = title !== undefined && { title };
    return textOf(source, 'type') === 'text'
      ? { type, ...own, text: textOf(source, 'data') ?? '' }
      : { type, ...own, ...media };
  }
  return { type: 'opaque', value: block };
}

const pick = (value: unknown, keys: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    keys.flatMap(key => {
      const text = textOf(value, key);
      return text === undefined ? [] : [[key, text]];
    }),
  );

function turnEntries(
  turn: Exclude<Turn, { role: 'system' }>,
): { role: 'user' | 'assistant'; parts: unknown[] }[] {
  if (turn.role === 'user') return [{ role: turn.role, parts: turn.blocks.map(saidPart) }];
  const said = turn.text === '' ? [] : [{ type: 'text', text: turn.text }];
  const called = turn.calls.map(({ id, name, input }) => ({
    type: 'tool_use',
    id,
    name,
    input: inputObject(input),
  }));
  const given = turn.results.map(({ id, is_error, content }) => ({
    type: 'tool_result',
    tool_use_id: id,
    ...(is_error === true && { is_error }),
    content: content.map(block => saidPart(block.type === 'opaque' ? textBlock(block.value) : block)),
  }));
  return [
    { role: turn.role, parts: [...said, ...called] },
    ...(given.length === 0 ? [] : [{ role: 'user' as const, parts: given }]),
  ];
}

const textBlock = (value: unknown): TextBlock => ({ type: 'text', text: inputText(value) });

const imageTypes = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

function saidPart(block: SaidBlock) {
  if (block.type === 'image' || block.type === 'document') {
    const source = sourceOf(block);
    const title = block.type === 'document' && block.title !== undefined && { title: block.title };
    if (source !== undefined) return { type: block.type, ...title, source };
  }
  // An empty text is refused.
  return { type: 'text', text: blockText(block).trim() === '' ? '(nothing)' : blockText(block) };
}

/** As far as the provider takes such media. */
function sourceOf(block: ImageBlock | DocumentBlock) {
  const { type, url, data, media_type = '' } = block;
  if (type === 'document' && block.text !== undefined)
    return block.text.trim() === ''
      ? undefined
      : { type: 'text', media_type: 'text/plain', data: block.text };
  if (url !== undefined) return { type: 'url', url };
  const isTaken = type === 'image' ? imageTypes.has(media_type) : media_type === 'application/pdf';
  return data !== undefined && isTaken ? { type: 'base64', media_type, data } : undefined;
}

/** Where a body for Anthropic says what its cache should hold. */
const markKey = 'cache_control';
/** The provider takes four; one stands behind tools and system, one behind each of the last two users. */
const markedUsers = 2;

const hasMarks = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(hasMarks)
    : isJsonObject(value) && (markKey in value || Object.values(value).some(hasMarks));

/** Marks are no part of what a model reads; a system's words are the same as one text and as blocks. */
function withoutMarks(body: unknown): unknown {
  if (!isJsonObject(body)) return body;
  const unmarked = (list: unknown): unknown =>
    Array.isArray(list)
      ? list.map(one => (isJsonObject(one) ? { ...one, [markKey]: undefined } : one))
      : list;
  const system = listOf(body, 'system');
  const texts = system.map(block => textOf(block, 'text'));
  const isText = system.length > 0 && texts.every(text => text !== undefined);
  return { ...body, ...(isText && { system: texts.join('\n') }), tools: unmarked(body.tools) };
}

function withMarks(body: unknown): unknown {
  const messages = entriesIn(body, 'messages') ?? [];
  const users = messages.flatMap((message, at) => (textOf(message, 'role') === 'user' ? [at] : []));
  const last = new Set(users.slice(-markedUsers));
  const marked = messages.map((message, at) => (last.has(at) ? markedEntry(message) : message));
  if (!isJsonObject(body)) return marked;
  const system = textBlocks(body.system);
  return {
    ...body,
    // Tools come before the system's words, so that one mark behind these holds both.
    ...(system.length > 0
      ? { system: markedLast(system) }
      : Array.isArray(body.tools) && { tools: markedLast(body.tools) }),
    messages: marked,
  };
}

const textBlocks = (content: unknown): readonly unknown[] =>
  typeof content === 'string'
    ? content.trim() === ''
      ? []
      : [{ type: 'text', text: content }]
    : Array.isArray(content)
      ? content
      : [];

function markedEntry(message: unknown): unknown {
  const content = textBlocks(fieldOf(message, 'content'));
  return content.length === 0 || !isJsonObject(message)
    ? message
    : { ...message, content: markedLast(content) };
}

/** The last block with a mark; one that cannot be marked, as an empty text, leaves the list as it is. */
function markedLast(blocks: readonly unknown[]): readonly unknown[] {
  const last = blocks.at(-1);
  if (!isJsonObject(last) || last.type === 'thinking' || last.text === '') return blocks;
  return [...blocks.slice(0, -1), { ...last, [markKey]: { type: 'ephemeral' } }];
}
