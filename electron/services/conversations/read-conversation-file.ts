import { checkShape } from '../../../shared/model/check-shape.ts';
import type { ConversationFormat } from '../../../shared/model/conversation.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { createJsonScale, type JsonExcess } from '../../../shared/model/json-limits.ts';
import { parseJsonInParts } from '../../../shared/model/parse-json.ts';
import type { FileProblem } from '../../../shared/model/problem.ts';
import { atOnce } from '../../../shared/stretches.ts';
import { sha256 } from '../../storage/files/read-text-file.ts';
import { type ImportedConversation, toMessages } from './imported-conversation.ts';
import { chatGptSchema, readChatGpt } from './read-chatgpt.ts';
import { claudeSchema, isTranscript, readClaude, readTranscript } from './read-claude.ts';
import { readMessageList } from './read-messages.ts';
import { isSessions, readSessions } from './read-sessions.ts';

export interface ConversationFile {
  readonly path: string;
  readonly text: string;
}

export interface ReadConversations {
  readonly conversations: ImportedConversation[];
  readonly refused: FileProblem[];
}

/** Reads the conversations of a file, in whatever form they are; each that cannot be read is refused with a reason. */
export const readConversationFile = (
  file: ConversationFile,
  format: ConversationFormat | undefined,
): ReadConversations => atOnce(conversationsIn(file, format));

/** The same for a file of any length: stops again and again. */
export function* conversationsIn(
  { path, text }: ConversationFile,
  format: ConversationFormat | undefined,
): Generator<void, ReadConversations> {
  const read: ReadConversations = { conversations: [], refused: [] };
  const parsed = yield* parse(text);
  if (parsed.kind === 'broken')
    return { ...read, refused: parsed.problems.map(problem => ({ file: path, ...problem })) };
  const values = parsed.kind === 'lines' ? [parsed.lines] : valuesIn(parsed.value);
  for (const [at, value] of values.entries()) {
    const file = values.length === 1 ? path : `${path}#${at}`;
    const found =
      parsed.kind === 'lines' ? yield* readLines(parsed.lines, file) : yield* readValue(value, file);
    if ('reason' in found) read.refused.push({ file, reason: found.reason });
    else if (format !== undefined && found.format !== format)
      read.refused.push({ file, reason: `is of the format ${found.format}, not ${format}` });
    else if (found.messages.length === 0) read.refused.push({ file, reason: 'holds no message with text' });
    else read.conversations.push(found);
  }
  return read;
}

type Parsed =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'lines'; readonly lines: readonly unknown[] }
  | { readonly kind: 'broken'; readonly problems: readonly Omit<FileProblem, 'file'>[] };

const broken = (reason: string): Parsed => ({ kind: 'broken', problems: [{ reason }] });

/** JSON, or a JSON value on each line. */
function* parse(text: string): Generator<void, Parsed> {
  if (text.trim() === '') return broken('is empty');
  const excess = yield* excessOf(Buffer.from(text));
  if (excess !== undefined) return broken(excess.reason);
  const whole = yield* tryJson(text);
  if (whole !== undefined && !(isJsonObject(whole.value) && 'type' in whole.value))
    return { kind: 'json', value: whole.value };
  return yield* parseLines(text);
}

/** Bytes that are weighed without a stop. */
const weighedBytes = 262_144;

function* excessOf(bytes: Uint8Array): Generator<void, JsonExcess | undefined> {
  const scale = createJsonScale();
  for (let from = 0; from < bytes.length; from += weighedBytes) {
    const excess = scale.add(bytes.subarray(from, from + weighedBytes));
    if (excess !== undefined) return excess;
    yield;
  }
  return undefined;
}

/** Bad lines that are told, where others are JSON. */
const mostTold = 20;

function* parseLines(text: string): Generator<void, Parsed> {
  const lines: unknown[] = [];
  const problems: Omit<FileProblem, 'file'>[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const value = yield* tryJson(line);
    if (value !== undefined) lines.push(value.value);
    else problems.push({ reason: notLines, line: at + 1 });
    // What does not even begin as lines of JSON is no such file.
    if (problems.length > 0 && lines.length === 0) return broken(notLines);
    if (problems.length === mostTold) break;
  }
  return problems.length === 0 ? { kind: 'lines', lines } : { kind: 'broken', problems };
}

const notLines = 'is neither JSON nor a JSON value on each line';

function* tryJson(text: string): Generator<void, { readonly value: unknown } | undefined> {
  yield;
  try {
    return { value: yield* parseJsonInParts(text) };
  } catch {
    return undefined;
  }
}

/** Exports hold many conversations in one list; a list of messages is one. */
function valuesIn(value: unknown): readonly unknown[] {
  const isMany =
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(
      entry =>
        isJsonObject(entry) &&
        ('mapping' in entry || 'chat_messages' in entry || Array.isArray(entry.messages)),
    );
  return isMany ? value : [value];
}

type Found = ImportedConversation | { readonly reason: string };

function* readLines(lines: readonly unknown[], file: string): Generator<void, Found> {
  if (isTranscript(lines)) return readTranscript(lines, idOf(file));
  return yield* fromMessages(lines, file, {});
}

function* readValue(value: unknown, file: string): Generator<void, Found> {
  if (Array.isArray(value)) return yield* fromMessages(value, file, {});
  if (!isJsonObject(value)) return { reason: 'holds neither messages nor a known export' };
  const chatGpt = checkShape(chatGptSchema, value);
  if (chatGpt.ok) return readChatGpt(chatGpt.value, idOf(file));
  const claude = checkShape(claudeSchema, value);
  if (claude.ok) return readClaude(claude.value);
  if (isSessions(value)) return readSessions(value, idOf(file));
  if ('messages' in value) return yield* fromMessages(value.messages, file, value);
  return { reason: 'holds neither messages nor a known export' };
}

function* fromMessages(
  messages: unknown,
  file: string,
  about: Readonly<Record<string, unknown>>,
): Generator<void, Found> {
  const read = yield* readMessageList(messages);
  if ('reason' in read) return read;
  return {
    id: typeof about.id === 'string' && about.id !== '' ? about.id.slice(0, 200) : idOf(file),
    title: typeof about.title === 'string' ? about.title.slice(0, 500) : nameOf(file),
    format: 'messages',
    messages: yield* toMessages(read.messages),
    notes: [],
  };
}

const nameOf = (file: string): string => file.replace(/^.*[/\\]/, '').replace(/\.jsonl?(?=#|$)/i, '');

/** The same file is the same conversation when it is imported again. */
const idOf = (file: string): string =>
  /^[\w.-]{1,100}$/.test(nameOf(file)) ? nameOf(file) : sha256(file).slice(0, 16);
