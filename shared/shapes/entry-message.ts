import { blockText } from '../model/block.ts';
import type { Message } from '../model/message.ts';
import type { Entry } from './shape.ts';

/** An entry as a message that can be told in a summary; its blocks are one text. */
export function entryMessage({ role, author, blocks }: Entry, index: number): Message {
  const text = blocks
    .map(blockText)
    .filter(one => one !== '')
    .join('\n');
  return { id: `m${index}`, index, role, ...(author !== undefined && { author }), parts: text };
}
