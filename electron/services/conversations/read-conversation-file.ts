import { z } from 'zod';
import { checkShape } from '../../../shared/model/check-shape.ts';
import type { ConversationFormat } from '../../../shared/model/conversation.ts';
import { isJsonObject, isMissing } from '../../../shared/model/json.ts';
import { messagePartSchema } from '../../../shared/model/message.ts';
import type { FileProblem } from '../../../shared/model/problem.ts';
import { withEntries } from '../../../shared/shapes/fields.ts';
import { recogniseShape, tellingShape } from '../../../shared/shapes/shapes.ts';
import { atOnce } from '../../../shared/stretches.ts';
import { textHead } from '../../../shared/text-head.ts';
import { sha256 } from '../../storage/files/read-text-file.ts';
import {
  type ImportedConversation,
  type SaidMessage,
  someNames,
  toIsoTime,
  toMessages,
} from './imported-conversation.ts';
import { isWhole, lossNotes, mostTold, parseConversationFile } from './parse-conversation-file.ts';
import { isSessions, readSessions } from './read-sessions.ts';
import { readShaped } from './read-shape.ts';

export interface ConversationFile {
  readonly path: string;
  readonly text: string;
}

interface ReadConversations {
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
  // A mark of the byte order, as editors and shells write it, is no part of it.
  const parsed = yield* parseConversationFile(text.replace(/^\uFEFF/, ''));
  if (parsed.kind === 'broken')
    return { ...read, refused: parsed.problems.map(problem => ({ file: path, ...problem })) };
  const values = valuesIn(parsed.kind === 'lines' ? parsed.lines : parsed.value);
  const isOfLines = parsed.kind === 'lines' || /\.jsonl$/i.test(path);
  for (const [at, value] of values.entries()) {
    const file = values.length === 1 ? path : `${path}#${at}`;
    const found = yield* readValue(value, { file, isOfLines });
    if ('reason' in found) read.refused.push({ file, reason: found.reason });
    else if (format !== undefined && found.format !== format)
      read.refused.push({ file, reason: `is of the format ${found.format}, not ${format}` });
    else if (found.messages.length === 0) read.refused.push({ file, reason: 'holds no message with text' });
    else read.conversations.push({ ...found, notes: [...found.notes, ...lossNotes(parsed.lost)] });
  }
  return read;
}

/** Exports and data sets hold many conversations in one list, or one on each line; a list of messages is one. */
function valuesIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) && value.length > 0 && value.every(isWhole) ? value : [value];
}

type ReadValue = ImportedConversation | { readonly reason: string };

function* readValue(value: unknown, { file, isOfLines }: ValuePlace): Generator<void, ReadValue> {
  const name = isExample(value, isOfLines) ? 'fine_tuning' : tellingShape(value);
  if (name !== undefined && !isPrompt(value)) return yield* readShaped(name, value, fallbackOf(file));
  if (Array.isArray(value)) return yield* fromMessages(value, value, file, {});
  if (!isJsonObject(value)) return { reason: 'holds neither messages nor a known export' };
  if (isSessions(value)) return readSessions(value, idOf(file));
  if ('messages' in value) return yield* fromMessages(value.messages, value, file, value);
  return { reason: 'holds neither messages nor a known export' };
}

interface ValuePlace {
  readonly file: string;
  /** The file has a value on each line. */
  readonly isOfLines: boolean;
}

/** A request may be one text, which is no conversation. */
const isPrompt = (value: unknown): boolean =>
  isJsonObject(value) && (typeof value.input === 'string' || typeof value.contents === 'string');

/** Examples of fine-tuning are lines of messages; nothing else tells them from requests, which name their model. */
const isExample = (value: unknown, isOfLines: boolean): boolean =>
  isOfLines &&
  isJsonObject(value) &&
  'messages' in value &&
  !('model' in value) &&
  recogniseShape(value) === 'openai_chat';

function* fromMessages(
  messages: unknown,
  body: unknown,
  file: string,
  about: Readonly<Record<string, unknown>>,
): Generator<void, ReadValue> {
  const read = yield* readMessageList(messages);
  if ('reason' in read) return read;
  const entries = (Array.isArray(messages) ? messages : []).map((source: unknown, position) => ({
    source,
    position,
  }));
  const ownId = typeof about.id === 'string' && about.id !== '' ? about.id.slice(0, 200) : undefined;
  return {
    id: ownId ?? idOf(file),
    isNamedByFile: ownId === undefined,
    title: typeof about.title === 'string' ? textHead(about.title, 500) : nameOf(file),
    format: 'messages',
    messages: yield* toMessages(read.messages),
    notes: unreadNotes(read.unread),
    kept: { shape: 'openai_chat', frame: withEntries(body, 'messages', []), entries },
  };
}

const unreadNotes = (fields: ReadonlySet<string>): string[] =>
  fields.size === 0
    ? []
    : [`fields of messages that no model is told: ${someNames(fields)}: kept for its export only`];

const fallbackOf = (file: string) => ({ id: idOf(file), title: nameOf(file) });

const nameOf = (file: string): string => file.replace(/^.*[/\\]/, '').replace(/\.jsonl?(?=#|$)/i, '');

/** The same file is the same conversation when it is imported again, unless it says something else. */
const idOf = (file: string): string =>
  /^[\w.-]{1,100}$/.test(nameOf(file)) ? nameOf(file) : sha256(file).slice(0, 16);

const parts = z.union([z.string(), z.array(z.union([z.string(), messagePartSchema]))]);
const moment = z.union([z.string(), z.number()]).nullish();

/** A message in the forms that programs write: text as `parts`, `content` or `text`, a role or only a name. */
const looseMessage = z
  .looseObject({
    id: z.union([z.string(), z.number()]).optional(),
    role: z.string().min(1).max(100).optional(),
    author: z.string().max(200).optional(),
    name: z.string().max(200).optional(),
    speaker: z.string().max(200).optional(),
    parts: parts.optional(),
    content: parts.optional(),
    text: parts.optional(),
    created_at: moment,
    timestamp: moment,
  })
  .refine(({ parts, content, text }) => (parts ?? content ?? text) !== undefined, {
    message: 'has no parts, content or text',
  })
  .refine(({ role, author, name, speaker }) => (role ?? author ?? name ?? speaker) !== undefined, {
    message: 'says neither a role nor a name',
  });

interface MessageList {
  readonly messages: SaidMessage[];
  /** Names of fields that say something which the messages do not. */
  readonly unread: ReadonlySet<string>;
}

/** Messages of a list; a sentence about each that is none. Stops after each. */
function* readMessageList(value: unknown): Generator<void, MessageList | { readonly reason: string }> {
  if (!Array.isArray(value)) return { reason: 'is no list of messages' };
  if (value.length === 0) return { reason: 'is an empty list of messages' };
  const messages: SaidMessage[] = [];
  const unread = new Set<string>();
  const wrong: string[] = [];
  for (const [at, item] of value.entries()) {
    const checked = checkShape(looseMessage, item);
    if (checked.ok) {
      messages.push(toSaid(checked.value));
      for (const name of unreadFields(checked.value)) unread.add(name);
    } else wrong.push(`message ${at + 1}: ${checked.issues[0]?.message ?? 'is no message'}`);
    if (wrong.length === mostTold) break;
    yield;
  }
  return wrong.length === 0 ? { messages, unread } : { reason: wrong.join('; ') };
}

type LooseMessage = z.infer<typeof looseMessage>;

const knownFields: ReadonlySet<string> = new Set(Object.keys(looseMessage.shape));
/** The first that is there is what is said. */
const texts = ['parts', 'content', 'text'] as const;

function unreadFields(given: LooseMessage): string[] {
  const [, ...otherTexts] = texts.filter(name => given[name] !== undefined);
  const moment = given.created_at ?? given.timestamp;
  const isNoTime = !isMissing(moment) && toIsoTime(moment) === undefined;
  const others = Object.keys(given).filter(name => !knownFields.has(name) && !isMissing(given[name]));
  return [...others, ...otherTexts, ...(isNoTime ? ['created_at'] : [])];
}

function toSaid(given: LooseMessage): SaidMessage {
  const said = given.parts ?? given.content ?? given.text ?? '';
  return {
    id: given.id === undefined ? undefined : String(given.id).slice(0, 200),
    role: given.role,
    author: given.author ?? given.name ?? given.speaker,
    parts:
      typeof said === 'string'
        ? said
        : said.map(part => (typeof part === 'string' ? { type: 'text', text: part } : part)),
    created_at: toIsoTime(given.created_at ?? given.timestamp),
  };
}
