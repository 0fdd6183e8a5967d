import { type Block, blockText, type ResultBlock } from './block.ts';
import { isJsonObject } from './json.ts';
import type { Message } from './message.ts';

/** What a message is made of; a part that is no block Weft knows is opaque. */
export function messageBlocks({ parts }: Pick<Message, 'parts'>): Block[] {
  return typeof parts === 'string' ? [{ type: 'text', text: parts }] : parts.map(blockOf);
}

/** The text of a message: its texts, and what its other blocks say to whoever reads them as text, joined by newlines. */
export function messageText({ parts }: Pick<Message, 'parts'>): string {
  if (typeof parts === 'string') return parts;
  return parts
    .flatMap(part => {
      if (isText(part)) return [part.text];
      const text = blockText(blockOf(part));
      return text === '' ? [] : [text];
    })
    .join('\n');
}

/** Whether nothing but results of tools stands in a message, whoever hands them on. */
export function isToolOutput(message: Pick<Message, 'role' | 'parts'>): boolean {
  if (/^(?:tool|function)$/i.test(message.role)) return true;
  const blocks = messageBlocks(message);
  return blocks.length > 0 && blocks.every(({ type }) => type === 'tool_result');
}

/** What somebody says in a message: its texts alone, without calls, results and what else there is. */
export function saidText({ parts }: Pick<Message, 'parts'>): string {
  if (typeof parts === 'string') return parts;
  return parts.flatMap(part => (isText(part) ? [part.text] : [])).join('\n');
}

/** A message as a line of history: `[role (author)]: text`. */
export function formatMessage(message: Pick<Message, 'role' | 'author' | 'parts'>): string {
  const { role, author } = message;
  const by = author === undefined || author === '' ? '' : ` (${author})`;
  return `[${role}${by}]: ${messageText(message)}`;
}

type Part = Exclude<Message['parts'], string>[number];
type TextPart = Part & { readonly type: 'text' | 'code'; readonly text: string };

const isText = (part: Part): part is TextPart =>
  (part.type === 'text' || part.type === 'code') && part.text !== undefined;

function blockOf(part: unknown): Block {
  if (!isJsonObject(part)) return { type: 'opaque', value: part };
  const { id, name, text, input, content, value } = part;
  const { type, ...rest } = part;
  switch (type) {
    case 'text':
    case 'code':
      if (typeof text === 'string') return { type, text };
      break;
    case 'tool_call':
      if (typeof id === 'string' && typeof name === 'string') return { type, id, name, input };
      break;
    case 'tool_result':
      if (typeof id === 'string' && Array.isArray(content))
        return {
          type,
          id,
          ...(typeof name === 'string' && { name }),
          ...(part.is_error === true && { is_error: true }),
          content: content.map(blockOf).filter(isResultBlock),
        };
      break;
    case 'thinking':
      if (typeof text === 'string') return { type, text, ...textFields(rest, ['signature']) };
      break;
    case 'image':
      return { type, ...textFields(rest, mediaFields) };
    case 'document':
      return { type, ...textFields(rest, [...mediaFields, 'title', 'text']) };
    case 'opaque':
      return { type, value };
  }
  return { type: 'opaque', value: part };
}

const mediaFields = ['url', 'data', 'media_type', 'file_id'];

const textFields = (from: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap(name => {
      const value = from[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );

/** Whether a block may stand in the result of a tool. */
export const isResultBlock = (block: Block): block is ResultBlock =>
  block.type !== 'tool_call' && block.type !== 'tool_result' && block.type !== 'thinking';
