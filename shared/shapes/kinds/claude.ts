import type { Block, Path, ResultBlock } from '../../model/block.ts';
import { fieldOf, listOf, textOf, textsIn, withKept } from '../fields.ts';
import type { Entry, Shape } from '../shape.ts';
import { readBlock } from './anthropic.ts';

/** Conversations of a Claude export. A call and its result are blocks of one message. */
export const claude = {
  isSent: false,
  recognise: body =>
    Array.isArray(fieldOf(body, 'chat_messages')) &&
    textOf(body, 'uuid') !== undefined &&
    listOf(body, 'chat_messages').every(message => textOf(message, 'sender') !== undefined),
  read: body => ({
    entries: listOf(body, 'chat_messages').map(readChat),
    standing: [],
    id: textOf(body, 'uuid'),
    title: textOf(body, 'name'),
  }),
  write: (body, kept) => withKept(body, 'chat_messages', kept),
  tell: (text, next) => ({
    uuid: `before-${textOf(next, 'uuid') ?? 'end'}`,
    text,
    content: [{ type: 'text', text }],
    sender: 'human',
    attachments: [],
    files: [],
  }),
} as const satisfies Shape;

function readChat(message: unknown): Entry {
  const content = listOf(message, 'content').flatMap((block, index) => readOne(block, ['content', index]));
  const text = textOf(message, 'text') ?? '';
  const hasText = content.some(block => block.type === 'text' && block.text !== '');
  // Older exports have the text alone; newer ones have it beside the blocks once more.
  const said: Block[] = hasText || text === '' ? [] : [{ type: 'text', text, at: ['text'] }];
  return {
    role: textOf(message, 'sender') === 'assistant' ? 'assistant' : 'user',
    id: textOf(message, 'uuid'),
    created_at: fieldOf(message, 'created_at'),
    blocks: [...said, ...content, ...readAttached(message)],
    source: message,
  };
}

/** Calls and results of exports have no ids in older ones: a result follows its call. */
function readOne(block: unknown, at: Path): Block[] {
  const type = textOf(block, 'type');
  if (type === 'text' && textOf(block, 'text') === '') return [];
  if (type !== 'tool_result') return [readBlock(block, at)];
  const name = textOf(block, 'name');
  const content = fieldOf(block, 'content');
  return [
    {
      type,
      id: textOf(block, 'tool_use_id') ?? '',
      ...(name !== undefined && { name }),
      ...(fieldOf(block, 'is_error') === true && { is_error: true }),
      content: Array.isArray(content)
        ? content.flatMap((part, index): ResultBlock[] =>
            textOf(part, 'text') === undefined
              ? [{ type: 'opaque', value: part }]
              : textsIn(textOf(part, 'text'), [...at, 'content', index, 'text']),
          )
        : textsIn(content, [...at, 'content']),
      at,
    },
  ];
}

const readAttached = (message: unknown): Block[] => [
  ...listOf(message, 'attachments').map((file): Block => {
    const title = textOf(file, 'file_name');
    const text = textOf(file, 'extracted_content');
    return { type: 'document', ...(title !== undefined && { title }), ...(text !== undefined && { text }) };
  }),
  ...listOf(message, 'files').map((file): Block => {
    const title = textOf(file, 'file_name');
    const isImage = textOf(file, 'file_kind') === 'image';
    const file_id = textOf(file, 'file_uuid') ?? textOf(file, 'uuid');
    const held = file_id !== undefined && { file_id };
    return isImage
      ? { type: 'image', ...held }
      : { type: 'document', ...held, ...(title !== undefined && { title }) };
  }),
];
