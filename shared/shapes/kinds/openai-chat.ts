import { unreachable } from '../../contract/errors.ts';
import { type Block, blockText, type Path, type ResultBlock } from '../../model/block.ts';
import { isJsonObject } from '../../model/json.ts';
import {
  entriesIn,
  fieldOf,
  listOf,
  type Pairing,
  pairInOrder,
  standingIn,
  textOf,
  withKept,
} from '../fields.ts';
import { mediaOf } from '../media.ts';
import type { Entry, EntryRole, Shape } from '../shape.ts';
import { addressOf, inputJson, resultText, type SaidBlock, type Turn } from '../turns.ts';

/** Messages of OpenAI's chat completions, which many other providers take too. */
export const openAiChat = {
  isSent: true,
  recognise(body) {
    const messages = entriesIn(body, 'messages');
    if (messages === undefined || !messages.every(isChatMessage)) return false;
    const says = ['model', 'tools', 'functions', 'max_completion_tokens'].some(key => fieldOf(body, key));
    return says || messages.some(isTelling);
  },
  accepts: body => entriesIn(body, 'messages')?.every(isChatMessage) === true,
  read(body) {
    const pairing = pairInOrder();
    return {
      entries: (entriesIn(body, 'messages') ?? []).map(message => readChatMessage(message, pairing)),
      standing: standingIn(body, ['tools', 'functions', 'response_format']),
    };
  },
  write: (body, kept) => withKept(body, 'messages', kept),
  tell: content => ({ role: 'user', content }),
  compose: turns => ({ messages: turns.flatMap(chatMessages) }),
} as const satisfies Shape;

const roles: ReadonlyMap<unknown, EntryRole> = new Map([
  ['system', 'system'],
  ['developer', 'system'],
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['tool', 'tool'],
  ['function', 'tool'],
]);

const partTypes = new Set(['text', 'refusal', 'image_url', 'input_audio', 'file', 'video_url']);

/** A message as the provider takes it, whatever its parts. */
export function isChatMessage(message: unknown): boolean {
  if (!isJsonObject(message) || !roles.has(message.role) || 'parts' in message) return false;
  const { content } = message;
  if (typeof content === 'string') return true;
  if (Array.isArray(content)) return content.every(part => partTypes.has(textOf(part, 'type') ?? ''));
  return (content === null || content === undefined) && message.role === 'assistant';
}

/** A message that only this shape has: lists of plain messages are written by many. */
function isTelling(message: unknown): boolean {
  const { role, content } = isJsonObject(message) ? message : {};
  if (role === 'developer' || role === 'tool' || role === 'function' || content === null) return true;
  if (fieldOf(message, 'tool_calls') !== undefined || fieldOf(message, 'function_call') !== undefined)
    return true;
  return Array.isArray(content) && content.some(part => textOf(part, 'type') !== 'text');
}

/** A message with its blocks. */
export function readChatMessage(message: unknown, pairing: Pairing): Entry & { readonly role: EntryRole } {
  const role = roles.get(fieldOf(message, 'role')) ?? 'note';
  if (role === 'user') pairing.spoken();
  const said = contentBlocks(fieldOf(message, 'content'), ['content']);
  return {
    role,
    author: role === 'tool' ? undefined : textOf(message, 'name'),
    blocks:
      role === 'tool' ? [readResult(message, said, pairing)] : [...said, ...saidBeside(message, pairing)],
    source: message,
  };
}

function readResult(message: unknown, content: readonly ResultBlock[], pairing: Pairing): Block {
  const name = textOf(message, 'name');
  return {
    type: 'tool_result',
    id: textOf(message, 'tool_call_id') ?? pairing.result(name ?? ''),
    ...(name !== undefined && { name }),
    content,
    at: [],
  };
}

/** What an assistant says beside the content: thoughts, a refusal, calls. */
function saidBeside(message: unknown, pairing: Pairing): Block[] {
  const thought = textOf(message, 'reasoning_content') ?? textOf(message, 'reasoning');
  const refusal = textOf(message, 'refusal');
  const legacy = fieldOf(message, 'function_call');
  return [
    ...(thought === undefined ? [] : [{ type: 'thinking', text: thought } as const]),
    ...(refusal === undefined ? [] : [{ type: 'text', text: refusal, at: ['refusal'] } as const]),
    ...listOf(message, 'tool_calls').map((call, index) => readCall(call, ['tool_calls', index])),
    ...(isJsonObject(legacy)
      ? [
          {
            ...calledBy(legacy, pairing.call(textOf(legacy, 'name') ?? '')),
            at: ['function_call'],
          },
        ]
      : []),
  ];
}

function readCall(call: unknown, at: Path): Block {
  const called = fieldOf(call, 'function') ?? fieldOf(call, 'custom');
  const id = textOf(call, 'id');
  return id === undefined || called === undefined
    ? { type: 'opaque', value: call }
    : { ...calledBy(called, id), at };
}

const calledBy = (called: unknown, id: string) =>
  ({
    type: 'tool_call',
    id,
    name: textOf(called, 'name') ?? '',
    input: textOf(called, 'arguments') ?? textOf(called, 'input') ?? '',
  }) as const;

/** Content that is a text or a list of parts. */
export function contentBlocks(content: unknown, at: Path): ResultBlock[] {
  if (typeof content === 'string') return [{ type: 'text', text: content, at }];
  return Array.isArray(content) ? content.map((part, index) => readPart(part, [...at, index])) : [];
}

function readPart(part: unknown, at: Path): ResultBlock {
  const type = textOf(part, 'type');
  if (typeof part === 'string') return { type: 'text', text: part, at };
  for (const key of ['text', 'refusal'])
    if (type === key) return { type: 'text', text: textOf(part, key) ?? '', at: [...at, key] };
  const image = fieldOf(part, 'image_url');
  const url = textOf(image, 'url') ?? (typeof image === 'string' ? image : undefined);
  if (type === 'image_url' && url !== undefined) return { type: 'image', ...mediaOf(url) };
  const file = fieldOf(part, 'file');
  if (type === 'file' && isJsonObject(file)) return readFile(file);
  return { type: 'opaque', value: part };
}

function readFile(file: unknown): ResultBlock {
  const [data, file_id, title] = [
    textOf(file, 'file_data'),
    textOf(file, 'file_id'),
    textOf(file, 'filename'),
  ];
  return {
    type: 'document',
    ...(data !== undefined && mediaOf(data)),
    ...(file_id !== undefined && { file_id }),
    ...(title !== undefined && { title }),
  };
}

/** A turn as messages. */
function chatMessages(turn: Turn): unknown[] {
  switch (turn.role) {
    case 'system':
      return [{ role: 'system', content: turn.text }];
    case 'user':
      return [{ role: 'user', content: saidParts(turn.blocks) }];
    case 'assistant': {
      const tool_calls = turn.calls.map(({ id, name, input }) => ({
        id,
        type: 'function',
        function: { name, arguments: inputJson(input) },
      }));
      const content = turn.text === '' ? null : turn.text;
      return [
        { role: 'assistant', content, ...(tool_calls.length > 0 && { tool_calls }) },
        ...turn.results.map(result => ({
          role: 'tool',
          tool_call_id: result.id,
          content: resultText(result),
        })),
      ];
    }
    default:
      return unreachable(turn);
  }
}

/** One text, or parts where there is more than texts. */
export function saidParts(blocks: readonly SaidBlock[]): unknown {
  const parts = blocks.map(saidPart);
  return parts.every(({ type }) => type === 'text') ? blocks.map(blockText).join('\n') : parts;
}

function saidPart(block: SaidBlock) {
  if (block.type === 'image') {
    const url = addressOf(block);
    if (url !== undefined) return { type: 'image_url', image_url: { url } } as const;
  }
  if (block.type === 'document' && block.data !== undefined)
    return {
      type: 'file',
      file: { filename: block.title ?? 'document', file_data: addressOf(block) },
    } as const;
  return { type: 'text', text: blockText(block) } as const;
}
