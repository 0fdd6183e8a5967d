import { unreachable } from '../../contract/errors.ts';
import { type Block, blockText, type Path, type ToolCall, type ToolResult } from '../../model/block.ts';
import { isJsonObject, type JsonObject } from '../../model/json.ts';
import { entriesIn, fieldOf, listOf, standingIn, textOf, textsIn, withKept } from '../fields.ts';
import { mediaBlock, mediaOf } from '../media.ts';
import type { Entry, EntryRole, Shape } from '../shape.ts';
import { addressOf, alternating, inputObject, resultText, type SaidBlock, type Turn } from '../turns.ts';

/** UIMessage of the Vercel AI SDK: what its chats keep. A call and its result are one part. */
export const aiSdkUi = {
  isSent: true,
  recognise(body) {
    const messages = entriesIn(body, 'messages');
    return messages !== undefined && messages.length > 0 && messages.every(isUiMessage);
  },
  read: body => ({
    entries: (entriesIn(body, 'messages') ?? []).map(readUiMessage),
    standing: standingIn(body, ['system', 'tools']),
    id: textOf(body, 'id'),
  }),
  write: (body, kept) => withKept(body, 'messages', kept),
  tell: (text, next) => ({
    id: `before-${textOf(next, 'id') ?? 'end'}`,
    role: 'user',
    parts: [{ type: 'text', text }],
  }),
  compose: turns => ({
    messages: alternating(turns.map(turnEntry)).map(({ role, parts }, at) => ({ id: `m${at}`, role, parts })),
  }),
} as const satisfies Shape;

const roles: ReadonlyMap<unknown, EntryRole> = new Map([
  ['system', 'system'],
  ['user', 'user'],
  ['assistant', 'assistant'],
]);

/** Weft's own messages have parts too, and say which they are of the conversation. */
const isUiMessage = (message: unknown): boolean =>
  isJsonObject(message) &&
  typeof message.id === 'string' &&
  roles.has(message.role) &&
  Array.isArray(message.parts) &&
  message.parts.every(part => typeof fieldOf(part, 'type') === 'string') &&
  !['index', 'author', 'created_at', 'timestamp'].some(key => key in message);

function readUiMessage(message: unknown): Entry {
  return {
    role: roles.get(fieldOf(message, 'role')) ?? 'note',
    id: textOf(message, 'id'),
    created_at: fieldOf(message, 'createdAt'),
    blocks: listOf(message, 'parts').flatMap((part, index) => readPart(part, ['parts', index])),
    source: message,
  };
}

function readPart(part: unknown, at: Path): Block[] {
  const type = textOf(part, 'type') ?? '';
  const text = textOf(part, 'text') ?? '';
  if (type === 'text') return [{ type, text, at: [...at, 'text'] }];
  if (type === 'reasoning') return [{ type: 'thinking', text, at }];
  if (type === 'reasoning-file') return [{ type: 'opaque', value: part, as: 'thought', at }];
  if (type === 'step-start') return [{ type: 'opaque', value: part, as: 'step' }];
  if (type === 'file') {
    const media_type = textOf(part, 'mediaType');
    const media = mediaOf(textOf(part, 'url') ?? '');
    return [
      mediaBlock({ ...media, ...(media_type !== undefined && { media_type }) }, textOf(part, 'filename')),
    ];
  }
  const own = fieldOf(part, 'toolInvocation');
  if (type === 'tool-invocation' && isJsonObject(own))
    return readTool(own, textOf(own, 'toolName') ?? '', at, [...at, 'toolInvocation']);
  if (isJsonObject(part) && typeof part.toolCallId === 'string')
    return readTool(part, textOf(part, 'toolName') ?? type.replace(/^tool-/, ''), at, at);
  return [{ type: 'opaque', value: part }];
}

/** A tool's part, and where in it the output stands; without one, and where it is not done, it is a call that waits. */
function readTool(part: JsonObject, name: string, at: Path, inner: Path): Block[] {
  const id = textOf(part, 'toolCallId') ?? '';
  const call: Block = { type: 'tool_call', id, name, input: part.input ?? part.args, at };
  const key = ['output', 'errorText', 'result'].find(one => part[one] !== undefined);
  if (key === undefined && !doneStates.has(part.state)) return [{ ...call, ...awaited(part) }];
  const is_error = (key === 'errorText' || part.state === 'output-error') && { is_error: true };
  const content = key === undefined ? [] : textsIn(part[key], [...inner, key]);
  return [call, { type: 'tool_result', id, name, ...is_error, content }];
}

/** What gave nothing is kept without an output. */
const doneStates: ReadonlySet<unknown> = new Set(['output-available', 'output-error', 'result']);

/** What becomes of a call on which a user decided, or that its provider runs, is not this part's to tell. */
function awaited(part: JsonObject): Pick<ToolCall, 'awaits'> {
  const approved = fieldOf(part.approval, 'approved');
  if (typeof approved === 'boolean' || part.providerExecuted === true) return { awaits: 'nothing' };
  return part.state === 'approval-requested' ? { awaits: 'approval' } : {};
}

/** A call and its result are one part. */
function turnEntry(turn: Turn): { role: Turn['role']; parts: unknown[] } {
  const { role } = turn;
  switch (role) {
    case 'system':
      return { role, parts: [{ type: 'text', text: turn.text }] };
    case 'user':
      return { role, parts: turn.blocks.map(saidPart) };
    case 'assistant':
      return {
        role,
        parts: [
          { type: 'step-start' },
          ...(turn.text === '' ? [] : [{ type: 'text', text: turn.text }]),
          ...turn.calls.map(call =>
            toolPart(
              call,
              turn.results.find(({ id }) => id === call.id),
            ),
          ),
        ],
      };
    default:
      return unreachable(role);
  }
}

function toolPart({ id, name, input }: ToolCall, result: ToolResult | undefined) {
  const part = { type: `tool-${name}`, toolCallId: id, input: inputObject(input) };
  if (result === undefined) return { ...part, state: 'input-available' };
  const text = resultText(result);
  return result.is_error === true
    ? { ...part, state: 'output-error', errorText: text }
    : { ...part, state: 'output-available', output: text };
}

function saidPart(block: SaidBlock) {
  const url = block.type === 'image' || block.type === 'document' ? addressOf(block) : undefined;
  if (url === undefined || (block.type !== 'image' && block.type !== 'document'))
    return { type: 'text', text: blockText(block) };
  const title = block.type === 'document' ? block.title : undefined;
  const mediaType = block.media_type ?? (block.type === 'image' ? 'image/*' : 'application/octet-stream');
  return { type: 'file', mediaType, url, ...(title !== undefined && { filename: title }) };
}
