import type { Block, ResultBlock, TextBlock, ToolResult } from '../../../shared/model/block.ts';
import type { Message } from '../../../shared/model/message.ts';
import { messageBlocks } from '../../../shared/model/message-text.ts';
import { replaceAt } from '../../../shared/shapes/fields.ts';
import { textHead } from '../../../shared/text-head.ts';
import type { TextCounter } from '../conversation/text-counter.ts';
import type { Exchange, PlacedEntry } from './exchanges.ts';

/** To what texts of results are cut that have to stay, one after the other, until the whole fits. */
export function* lengthsFrom(most: number): Generator<number> {
  for (let length = most; length > leastLength; length = Math.floor(length * 0.8)) yield length;
  yield leastLength;
}

/** Shorter than that a result says nothing. */
const leastLength = 30;

/** An exchange with the results of its tools cut. */
export async function shortened(counter: TextCounter, exchange: Exchange, most: number): Promise<Exchange> {
  return inOrder(exchange, entry => shortenResults(counter, entry, most));
}

/** Results of tools with each of their texts cut to its head and tail; calls, and what else an entry says, stay. */
async function shortenResults(counter: TextCounter, entry: PlacedEntry, most: number): Promise<PlacedEntry> {
  let { source } = entry;
  const shorten = async (block: ResultBlock): Promise<ResultBlock> => {
    if (block.type !== 'text' && block.type !== 'code') return block;
    const short = await headAndTail(counter, block, most);
    if (block.at !== undefined && short !== block.text) source = replaceAt(source, block.at, short);
    return { ...block, text: short };
  };
  const blocks = await inOrder(entry.blocks, async block => {
    if (block.type !== 'tool_result') return block;
    const cut: ToolResult = { ...block, content: await inOrder(block.content, shorten) };
    return cut;
  });
  return { ...entry, blocks, source };
}

async function inOrder<From, To>(list: readonly From[], map: (one: From) => Promise<To>): Promise<To[]> {
  const made: To[] = [];
  for (const one of list) made.push(await map(one));
  return made;
}

/** Two thirds for the head; what is left out is told. A pair of surrogates is never parted. */
async function headAndTail(counter: TextCounter, { text }: TextBlock, most: number): Promise<string> {
  const tokens = await counter.one(text);
  if (tokens <= most) return text;
  let length = Math.floor((text.length * most) / tokens);
  for (;;) {
    const head = textHead(text, Math.ceil((length * 2) / 3));
    const tail = text.slice(text.length - Math.floor(length / 3)).replace(/^[\udc00-\udfff]/, '');
    const cut = `${head}\n[... ${text.length - head.length - tail.length} characters left out ...]\n${tail}`;
    if (length === 0 || (await counter.one(cut)) <= most) return cut.length < text.length ? cut : text;
    length = Math.floor(length * 0.8);
  }
}

/** A message with each text of its results cut to head and tail; the same where none is too long. */
export async function shortenMessage(counter: TextCounter, message: Message, most: number): Promise<Message> {
  const { parts } = message;
  if (typeof parts === 'string' || !hasResult(message)) return message;
  const blocks = await inOrder(messageBlocks(message), async (block): Promise<Block> => {
    if (block.type !== 'tool_result') return block;
    return { ...block, content: await inOrder(block.content, one => shortenBlock(counter, one, most)) };
  });
  // What is no block that is known stays as it was given.
  return {
    ...message,
    parts: parts.map((part, at) => (blocks[at]?.type === 'tool_result' ? { ...blocks[at] } : part)),
  };
}

export const hasResult = ({ parts }: Message): boolean =>
  typeof parts !== 'string' && parts.some(({ type }) => type === 'tool_result');

async function shortenBlock(counter: TextCounter, block: ResultBlock, most: number): Promise<ResultBlock> {
  if (block.type !== 'text' && block.type !== 'code') return block;
  return { ...block, text: await headAndTail(counter, block, most) };
}
