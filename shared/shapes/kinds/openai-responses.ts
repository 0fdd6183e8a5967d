import { unreachable } from '../../contract/errors.ts';
import { type Block, blockText, type Path, type ResultBlock } from '../../model/block.ts';
import { isJsonObject } from '../../model/json.ts';
import { entriesIn, fieldOf, listOf, standingIn, textOf, textsIn, withEntries } from '../fields.ts';
import { mediaOf } from '../media.ts';
import type { Entry, EntryRole, Shape } from '../shape.ts';
import { addressOf, inputJson, resultText, type SaidBlock, type Turn, withoutSystem } from '../turns.ts';

/** Items of OpenAI's responses: messages, calls, their outputs and reasoning, each an item of its own. */
export const openAiResponses = {
  isSent: true,
  recognise(body) {
    if (isJsonObject(body) && typeof body.input === 'string')
      return 'instructions' in body || 'model' in body;
    const items = entriesIn(body, 'input');
    if (items === undefined || !items.every(isItem)) return false;
    return isJsonObject(body) ? 'input' in body : items.some(isTelling);
  },
  // Beside a stored prompt nothing else of a request need be there.
  accepts: body => textOf(body, 'input') !== undefined || entriesIn(body, 'input')?.every(isItem) === true,
  read(body) {
    const items = itemsOf(body);
    const shells = shellCalls(items);
    return {
      entries: items.map(item => readItem(item, [], shells)),
      standing: standingIn(body, ['instructions', 'tools', 'text']),
      isContinued:
        ['previous_response_id', 'conversation'].some(key => (fieldOf(body, key) ?? null) !== null) ||
        items.some(item => textOf(item, 'type') === 'item_reference'),
    };
  },
  write(body, kept) {
    const [only] = kept;
    const isText = kept.length === 1 && typeof only?.source === 'string';
    const items = kept.map(({ source }) =>
      typeof source === 'string' ? { role: 'user', content: source } : source,
    );
    return isText && isJsonObject(body) ? { ...body, input: only.source } : withEntries(body, 'input', items);
  },
  tell: content => ({ role: 'user', content }),
  compose(turns) {
    const { system, talk } = withoutSystem(turns);
    return { ...(system !== '' && { instructions: system }), input: talk.flatMap(turnItems) };
  },
} as const satisfies Shape;

/** A request may be one text. */
const itemsOf = (body: unknown): readonly unknown[] =>
  entriesIn(body, 'input') ?? [textOf(body, 'input') ?? ''];

const isItem = (item: unknown): boolean =>
  isJsonObject(item) &&
  (typeof item.type === 'string' || (typeof item.role === 'string' && 'content' in item));

/** What only this shape has: an item of a kind of its own, or a part that says which way it goes. */
export const isTelling = (item: unknown): boolean =>
  /^(?:reasoning|item_reference|\w+_call|\w+_call_output)$/.test(textOf(item, 'type') ?? '') ||
  listOf(item, 'content').some(part => /^(?:input|output)_\w+$/.test(textOf(part, 'type') ?? ''));

const roles: ReadonlyMap<unknown, EntryRole> = new Map([
  ['system', 'system'],
  ['developer', 'system'],
  ['user', 'user'],
  ['assistant', 'assistant'],
]);

/** The ids of items in which a local shell is called, and of these calls: its output has but one, and who writes it may take either. */
const shellCalls = (items: readonly unknown[]): ReadonlyMap<string, string> =>
  new Map(
    items.flatMap(item => {
      const [id, call_id] = [textOf(item, 'id'), textOf(item, 'call_id')];
      const isCall = textOf(item, 'type') === 'local_shell_call';
      return isCall && id !== undefined && call_id !== undefined ? [[id, call_id] as const] : [];
    }),
  );

/** An item with its blocks; `at` is where it stands in the source that it is part of. */
export function readItem(
  item: unknown,
  at: Path = [],
  shells: ReadonlyMap<string, string> = new Map(),
): Entry {
  if (typeof item === 'string')
    return { role: 'user', blocks: [{ type: 'text', text: item, at }], source: item };
  const type = textOf(item, 'type') ?? 'message';
  const id = textOf(item, 'id');
  const ofShell =
    type.startsWith('local_shell_call') && id !== undefined ? (shells.get(id) ?? id) : undefined;
  const call_id = textOf(item, 'call_id') ?? ofShell;
  if (call_id !== undefined && type.endsWith('_output'))
    return { role: 'tool', id, blocks: [readOutput(item, call_id, at)], source: item };
  if (call_id !== undefined)
    return { role: 'assistant', id, blocks: [readCall(item, type, call_id, at)], source: item };
  if (type === 'reasoning') return { role: 'assistant', id, blocks: [readThoughts(item, at)], source: item };
  const role = roles.get(fieldOf(item, 'role'));
  if (type !== 'message' || role === undefined)
    return { role: 'assistant', id, blocks: [{ type: 'opaque', value: item }], source: item };
  return { role, id, blocks: readContent(fieldOf(item, 'content'), [...at, 'content']), source: item };
}

function readOutput(item: unknown, id: string, at: Path): Block {
  const output = fieldOf(item, 'output');
  return { type: 'tool_result', id, content: readContent(output, [...at, 'output']), at: [] };
}

function readCall(item: unknown, type: string, id: string, at: Path): Block {
  const written = textOf(item, 'arguments') ?? textOf(item, 'input');
  return {
    type: 'tool_call',
    id,
    name: textOf(item, 'name') ?? type.replace(/_call$/, ''),
    input: written ?? fieldOf(item, 'action') ?? fieldOf(item, 'operation'),
    at,
  };
}

function readThoughts(item: unknown, at: Path): Block {
  const parts = [...listOf(item, 'summary'), ...listOf(item, 'content')];
  const signature = textOf(item, 'encrypted_content');
  return {
    type: 'thinking',
    text: parts.map(part => textOf(part, 'text') ?? '').join('\n'),
    ...(signature !== undefined && { signature }),
    at,
  };
}

function readContent(content: unknown, at: Path): ResultBlock[] {
  if (Array.isArray(content)) return content.map((part, index) => readPart(part, [...at, index]));
  // The screen after an action of the computer is the output itself, in no list.
  return textOf(content, 'type') === 'computer_screenshot' ? [readPart(content, at)] : textsIn(content, at);
}

function readPart(part: unknown, at: Path): ResultBlock {
  const type = textOf(part, 'type') ?? '';
  for (const key of ['text', 'refusal']) {
    const text = textOf(part, key);
    if (text !== undefined) return { type: 'text', text, at: [...at, key] };
  }
  const file_id = textOf(part, 'file_id');
  const held = file_id !== undefined && { file_id };
  if (type.endsWith('_image') || type === 'computer_screenshot')
    return { type: 'image', ...urlMedia(part, 'image_url'), ...held };
  if (type !== 'input_file') return { type: 'opaque', value: part };
  const title = textOf(part, 'filename');
  return {
    type: 'document',
    ...urlMedia(part, 'file_data'),
    ...urlMedia(part, 'file_url'),
    ...held,
    ...(title !== undefined && { title }),
  };
}

function urlMedia(part: unknown, key: string) {
  const url = textOf(part, key);
  return url === undefined ? {} : mediaOf(url);
}

function turnItems(turn: Turn): unknown[] {
  switch (turn.role) {
    case 'system':
      return [{ role: 'developer', content: turn.text }];
    case 'user':
      return [{ role: 'user', content: turn.blocks.map(saidPart) }];
    case 'assistant':
      return [
        ...(turn.text === '' ? [] : [{ role: 'assistant', content: turn.text }]),
        ...turn.calls.map(({ id, name, input }) => ({
          type: 'function_call',
          call_id: id,
          name,
          arguments: inputJson(input),
        })),
        ...turn.results.map(result => ({
          type: 'function_call_output',
          call_id: result.id,
          output: resultText(result),
        })),
      ];
    default:
      return unreachable(turn);
  }
}

function saidPart(block: SaidBlock) {
  const address = block.type === 'image' || block.type === 'document' ? addressOf(block) : undefined;
  if (block.type === 'image' && address !== undefined)
    return { type: 'input_image', image_url: address, detail: 'auto' };
  if (block.type === 'document' && address !== undefined)
    return block.data === undefined
      ? { type: 'input_file', file_url: address }
      : { type: 'input_file', filename: block.title ?? 'document', file_data: address };
  return { type: 'input_text', text: blockText(block) };
}
