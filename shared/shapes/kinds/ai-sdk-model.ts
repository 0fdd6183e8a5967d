import { unreachable } from '../../contract/errors.ts';
import { type Block, blockText, type Path, type ResultBlock, type ToolCall } from '../../model/block.ts';
import { isJsonObject } from '../../model/json.ts';
import { entriesIn, fieldOf, listOf, standingIn, textOf, textsIn, withKept } from '../fields.ts';
import { mediaBlock, mediaOf } from '../media.ts';
import type { Entry, EntryRole, Shape } from '../shape.ts';
import { inputObject, resultText, type SaidBlock, type Turn, withoutSystem } from '../turns.ts';

/** ModelMessage of the Vercel AI SDK: what it sends to any provider. */
export const aiSdkModel = {
  isSent: true,
  recognise(body) {
    const messages = entriesIn(body, 'messages');
    if (messages === undefined || !messages.every(isModelMessage)) return false;
    return messages.some(message => listOf(message, 'content').some(isTelling));
  },
  accepts: body => entriesIn(body, 'messages')?.every(isModelMessage) === true,
  read(body) {
    const messages = entriesIn(body, 'messages') ?? [];
    const decided = decidedCalls(messages);
    return {
      entries: messages.map(message => readModelMessage(message, decided)),
      standing: standingIn(body, ['system', 'tools']),
    };
  },
  write: (body, kept) => withKept(body, 'messages', kept),
  tell: content => ({ role: 'user', content }),
  compose(turns) {
    const { system, talk } = withoutSystem(turns);
    return { ...(system !== '' && { system }), messages: talk.flatMap(turnMessages) };
  },
} as const satisfies Shape;

const roles: ReadonlyMap<unknown, EntryRole> = new Map([
  ['system', 'system'],
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['tool', 'tool'],
]);

function isModelMessage(message: unknown): boolean {
  if (!isJsonObject(message) || !roles.has(message.role) || 'tool_calls' in message) return false;
  const { content } = message;
  return typeof content === 'string' || Array.isArray(content);
}

const ownTypes = new Set([
  'tool-call',
  'tool-result',
  'reasoning',
  'tool-approval-request',
  'tool-approval-response',
]);

function isTelling(part: unknown): boolean {
  const type = textOf(part, 'type') ?? '';
  if (type === 'image') return textOf(part, 'image') !== undefined;
  if (type === 'file') return textOf(part, 'mediaType') !== undefined;
  return ownTypes.has(type) || fieldOf(part, 'providerOptions') !== undefined;
}

/** Calls on which a user decided: they may be carried out, or not, without a result. */
function decidedCalls(messages: readonly unknown[]): ReadonlySet<string> {
  const parts = messages.flatMap(message => listOf(message, 'content'));
  const ofType = (type: string) => parts.filter(part => textOf(part, 'type') === type);
  const answered = new Set(ofType('tool-approval-response').map(part => textOf(part, 'approvalId')));
  return new Set(
    ofType('tool-approval-request')
      .filter(part => answered.has(textOf(part, 'approvalId')))
      .map(part => textOf(part, 'toolCallId') ?? ''),
  );
}

function readModelMessage(message: unknown, decided: ReadonlySet<string>): Entry {
  const content = fieldOf(message, 'content');
  const parts = listOf(message, 'content');
  return {
    role: roles.get(fieldOf(message, 'role')) ?? 'note',
    blocks:
      typeof content === 'string'
        ? [{ type: 'text', text: content, at: ['content'] }]
        : parts.map((part, index) =>
            textOf(part, 'type') === 'tool-call'
              ? readCall(part, index, parts, decided)
              : readPart(part, ['content', index]),
          ),
    source: message,
  };
}

/** A call, with the requests to approve it that stand beside it. */
function readCall(
  part: unknown,
  index: number,
  parts: readonly unknown[],
  decided: ReadonlySet<string>,
): ToolCall {
  const id = textOf(part, 'toolCallId') ?? '';
  const requests = parts.flatMap((one, place) => {
    const isRequest = textOf(one, 'type') === 'tool-approval-request' && textOf(one, 'toolCallId') === id;
    return isRequest ? [['content', place] as const] : [];
  });
  const isSettled = decided.has(id) || fieldOf(part, 'providerExecuted') === true;
  return {
    type: 'tool_call',
    id,
    name: textOf(part, 'toolName') ?? '',
    input: fieldOf(part, 'input') ?? fieldOf(part, 'args'),
    at: ['content', index],
    ...(requests.length > 0 && { copies: requests }),
    ...(isSettled ? { awaits: 'nothing' } : requests.length > 0 && { awaits: 'approval' }),
  };
}

function readPart(part: unknown, at: Path): Block {
  const text = textOf(part, 'text');
  const name = textOf(part, 'toolName') ?? '';
  const id = textOf(part, 'toolCallId') ?? '';
  switch (textOf(part, 'type')) {
    case 'text':
      return { type: 'text', text: text ?? '', at: [...at, 'text'] };
    case 'reasoning':
      return { type: 'thinking', text: text ?? '', at };
    case 'reasoning-file':
      return { type: 'opaque', value: part, as: 'thought', at };
    case 'tool-result':
      return { type: 'tool_result', id, name, ...readOutput(part, at), at };
    case 'image':
      return { type: 'image', ...addressed(part, 'image') };
    case 'file':
      return mediaBlock(addressed(part, 'data'), textOf(part, 'filename'));
    default:
      return { type: 'opaque', value: part, at };
  }
}

/** The output says what it is; before version 5 it was the value alone. */
function readOutput(part: unknown, at: Path): { content: ResultBlock[]; is_error?: true } {
  const output = fieldOf(part, 'output');
  const isError = (textOf(output, 'type') ?? '').startsWith('error') || fieldOf(part, 'isError') === true;
  const key = output === undefined ? ['result'] : ['output', 'value'];
  const value = output === undefined ? fieldOf(part, 'result') : fieldOf(output, 'value');
  const content = Array.isArray(value)
    ? value.map((one, index) => readShown(one, [...at, ...key, index]))
    : textsIn(value, [...at, ...key]);
  return { content: content.flat(), ...(isError && { is_error: true }) };
}

function readShown(part: unknown, at: Path): ResultBlock[] {
  const type = textOf(part, 'type');
  const data = textOf(part, 'data');
  const media_type = textOf(part, 'mediaType');
  if (type === 'text') return [{ type, text: textOf(part, 'text') ?? '', at: [...at, 'text'] }];
  if (data !== undefined && media_type !== undefined) return [mediaBlock({ data, media_type }, undefined)];
  return type === undefined ? textsIn(part, at) : [{ type: 'opaque', value: part }];
}

function addressed(part: unknown, key: string) {
  const given = textOf(part, key) ?? '';
  const media_type = textOf(part, 'mediaType');
  const media = /^(?:https?|data):/.test(given) ? mediaOf(given) : { data: given };
  return { ...media, ...(media_type !== undefined && { media_type }) };
}

function turnMessages(turn: Turn): unknown[] {
  switch (turn.role) {
    case 'system':
      return [{ role: 'system', content: turn.text }];
    case 'user':
      return [{ role: 'user', content: turn.blocks.map(saidPart) }];
    case 'assistant': {
      const called = turn.calls.map(({ id, name, input }) => ({
        type: 'tool-call',
        toolCallId: id,
        toolName: name,
        input: inputObject(input),
      }));
      const given = turn.results.map(result => ({
        type: 'tool-result',
        toolCallId: result.id,
        toolName: result.name ?? 'tool',
        output: { type: result.is_error === true ? 'error-text' : 'text', value: resultText(result) },
      }));
      const said = turn.text === '' ? [] : [{ type: 'text', text: turn.text }];
      return [
        { role: 'assistant', content: [...said, ...called] },
        ...(given.length === 0 ? [] : [{ role: 'tool', content: given }]),
      ];
    }
    default:
      return unreachable(turn);
  }
}

function saidPart(block: SaidBlock) {
  const { type } = block;
  const address = type === 'image' || type === 'document' ? (block.data ?? block.url) : undefined;
  if (type === 'image' && address !== undefined)
    return { type, image: address, ...(block.media_type !== undefined && { mediaType: block.media_type }) };
  if (type === 'document' && address !== undefined)
    return {
      type: 'file',
      data: address,
      mediaType: block.media_type ?? 'application/octet-stream',
      ...(block.title !== undefined && { filename: block.title }),
    };
  return { type: 'text', text: blockText(block) };
}
