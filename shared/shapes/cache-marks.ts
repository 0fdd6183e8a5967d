import { isJsonObject } from '../model/json.ts';
import { entriesIn, fieldOf, listOf, textOf } from './fields.ts';

/** Where a body for Anthropic says what its cache should hold. */
const markKey = 'cache_control';
/** The provider takes four; one stands behind tools and system, one behind each of the last two users. */
const markedUsers = 2;

export const hasMarks = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(hasMarks)
    : isJsonObject(value) && (markKey in value || Object.values(value).some(hasMarks));

/** Marks are no part of what a model reads; a system's words are the same as one text and as blocks. */
export function withoutMarks(body: unknown): unknown {
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

export function withMarks(body: unknown): unknown {
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
