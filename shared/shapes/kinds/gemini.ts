import { type Block, blockText, type Path, type ResultBlock } from '../../model/block.ts';
import { isJsonObject, type JsonObject } from '../../model/json.ts';
import {
  entriesIn,
  fieldOf,
  listOf,
  type Pairing,
  pairInOrder,
  standingIn,
  textOf,
  textsIn,
  withEntries,
} from '../fields.ts';
import { mediaBlock } from '../media.ts';
import { joinedParts, withPart } from '../parts.ts';
import type { Entry, Shape } from '../shape.ts';
import {
  alternating,
  betweenTwo,
  inputObject,
  resultText,
  type SaidBlock,
  type Turn,
  withoutSystem,
} from '../turns.ts';

/** Contents of Gemini: parts that say what they are by their key, in camel or in snake case. */
export const gemini = {
  isSent: true,
  recognise(body) {
    if (typeof fieldOf(body, 'contents') === 'string') return true;
    const contents = entriesIn(body, 'contents');
    if (contents === undefined || !contents.every(isContent)) return false;
    return isJsonObject(body) || contents.length > 0;
  },
  read(body) {
    const pairing = pairInOrder();
    return {
      entries: contentsOf(body).map(content => readContent(content, pairing)),
      standing: [
        ...standingIn(body, ['systemInstruction', 'system_instruction', 'tools']),
        ...standingIn(fieldOf(body, 'config'), ['systemInstruction', 'tools']),
      ],
      isContinued: [body, fieldOf(body, 'config')].some(
        one => typeof either(one, 'cachedContent', 'cached_content')[0] === 'string',
      ),
    };
  },
  write(body, kept) {
    const [only] = kept;
    const isText = kept.length === 1 && typeof only?.source === 'string';
    const contents = kept.map(({ source }) =>
      typeof source === 'string' ? { role: 'user', parts: [{ text: source }] } : source,
    );
    return isText && isJsonObject(body)
      ? { ...body, contents: only.source }
      : withEntries(body, 'contents', contents);
  },
  tell: text => ({ role: 'user', parts: [{ text }] }),
  compose(turns) {
    const { system, talk } = withoutSystem(turns);
    return {
      ...(system !== '' && { systemInstruction: { parts: [{ text: system }] } }),
      contents: alternating(betweenTwo(talk).flatMap(turnEntries)),
    };
  },
  prepend(text, source) {
    const content = asContent(source);
    return { ...content, parts: withPart(listOf(content, 'parts'), { text }, isOf) };
  },
  join: (one, other) =>
    joinedParts(
      { ...one, source: asContent(one.source) },
      { ...other, source: asContent(other.source) },
      'parts',
      source => listOf(source, 'parts'),
    ),
} as const satisfies Shape;

const isOf = {
  result: (part: unknown) => isJsonObject(either(part, 'functionResponse', 'function_response')[0]),
  text: (part: unknown) => textOf(part, 'text') !== undefined,
};

/** A user may say a text alone. */
const asContent = (content: unknown): JsonObject =>
  typeof content === 'string'
    ? { role: 'user', parts: [{ text: content }] }
    : isJsonObject(content)
      ? content
      : {};

const contentsOf = (body: unknown): readonly unknown[] =>
  entriesIn(body, 'contents') ?? [textOf(body, 'contents') ?? ''];

const partKeys = [
  'text',
  'inlineData',
  'inline_data',
  'fileData',
  'file_data',
  'functionCall',
  'function_call',
  'functionResponse',
  'function_response',
  'executableCode',
  'executable_code',
  'codeExecutionResult',
  'code_execution_result',
];

function isContent(content: unknown): boolean {
  const parts = fieldOf(content, 'parts');
  if (!Array.isArray(parts) || fieldOf(content, 'id') !== undefined) return false;
  return parts.every(part => isJsonObject(part) && !('type' in part) && partKeys.some(key => key in part));
}

/** A field in either of the two spellings, and the one it has. */
function either(part: unknown, camel: string, snake: string): [unknown, string] {
  const key = fieldOf(part, camel) === undefined ? snake : camel;
  return [fieldOf(part, key), key];
}

function readContent(content: unknown, pairing: Pairing): Entry {
  const role = textOf(content, 'role') === 'model' ? 'assistant' : 'user';
  if (role === 'user' && !listOf(content, 'parts').some(isOf.result)) pairing.spoken();
  if (typeof content === 'string')
    return { role, blocks: [{ type: 'text', text: content, at: [] }], source: content };
  return {
    role,
    blocks: listOf(content, 'parts').map((part, index) => readPart(part, ['parts', index], pairing)),
    source: content,
  };
}

function readPart(part: unknown, at: Path, pairing: Pairing): Block {
  const text = textOf(part, 'text');
  const signature = textOf(part, 'thoughtSignature') ?? textOf(part, 'thought_signature');
  if (text !== undefined && fieldOf(part, 'thought') === true)
    return { type: 'thinking', text, ...(signature !== undefined && { signature }), at };
  if (text !== undefined) return { type: 'text', text, at: [...at, 'text'] };
  const [call] = either(part, 'functionCall', 'function_call');
  if (isJsonObject(call)) {
    const name = textOf(call, 'name') ?? '';
    const id = textOf(call, 'id') ?? pairing.call(name);
    return { type: 'tool_call', id, name, input: fieldOf(call, 'args') ?? {}, at };
  }
  const [response, key] = either(part, 'functionResponse', 'function_response');
  if (isJsonObject(response)) return readResponse(response, key, at, pairing);
  return readMedia(part);
}

function readResponse(response: unknown, key: string, at: Path, pairing: Pairing): Block {
  const name = textOf(response, 'name') ?? '';
  return {
    type: 'tool_result',
    id: textOf(response, 'id') ?? pairing.result(name),
    name,
    content: textsIn(fieldOf(response, 'response'), [...at, key, 'response']),
    at,
  };
}

function readMedia(part: unknown): ResultBlock {
  const [inline] = either(part, 'inlineData', 'inline_data');
  const [file] = either(part, 'fileData', 'file_data');
  const held = isJsonObject(inline) ? inline : file;
  const [type] = either(held, 'mimeType', 'mime_type');
  const [url] = either(held, 'fileUri', 'file_uri');
  const data = textOf(held, 'data');
  if (data === undefined && typeof url !== 'string') return { type: 'opaque', value: part };
  return mediaBlock(
    {
      ...(typeof url === 'string' && { url }),
      ...(data !== undefined && { data }),
      ...(typeof type === 'string' && { media_type: type }),
    },
    textOf(held, 'displayName'),
  );
}

function turnEntries(
  turn: Exclude<Turn, { role: 'system' }>,
): { role: 'user' | 'model'; parts: unknown[] }[] {
  if (turn.role === 'user') return [{ role: turn.role, parts: turn.blocks.map(saidPart) }];
  const said = turn.text === '' ? [] : [{ text: turn.text }];
  const called = turn.calls.map(({ name, input }) => ({ functionCall: { name, args: inputObject(input) } }));
  const given = turn.results.map(result => ({
    functionResponse: {
      name: result.name ?? 'tool',
      response: { [result.is_error === true ? 'error' : 'output']: resultText(result) },
    },
  }));
  return [
    { role: 'model', parts: [...said, ...called] },
    ...(given.length === 0 ? [] : [{ role: 'user' as const, parts: given }]),
  ];
}

function saidPart(block: SaidBlock) {
  if (block.type === 'image' || (block.type === 'document' && block.text === undefined)) {
    const { url, data, media_type: mimeType = 'application/octet-stream' } = block;
    if (data !== undefined) return { inlineData: { mimeType, data } };
    if (url !== undefined) return { fileData: { fileUri: url, mimeType } };
  }
  return { text: blockText(block) };
}
