import { chars4 } from '../../../shared/model/chars4.ts';
import type { Message } from '../../../shared/model/message.ts';
import { formatMessage, messageText } from '../../../shared/model/message-text.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { speakerOf } from '../../engine/conversation/summarizer.ts';
import {
  type ConversationPart,
  storeConversationJob,
} from '../../storage/conversations/conversation-jobs.ts';
import { findConversation, type StoredConversation } from '../../storage/conversations/conversation-table.ts';
import {
  type ContentTrust,
  conversationCollection,
  type NewMessage,
} from '../../storage/conversations/message-table.ts';
import type { KeptSource } from '../../storage/conversations/source-table.ts';
import { chunkMessage } from '../../storage/documents/chunk-turn.ts';
import type { PreparedDocument } from '../../storage/documents/document-table.ts';
import { sha256 } from '../../storage/files/read-text-file.ts';
import { createPause } from '../../storage/pause.ts';
import { type ChunkedFile, prepareDocuments } from '../content/import-documents.ts';
import type { Caller, Needs } from '../project/call.ts';
import type { OpenProject } from '../project/project.ts';
import type { World } from '../project/world.ts';
import { type ImportedConversation, momentMs } from './imported-conversation.ts';

/** A pause that begins another session: messages are neighbours within one only. */
const sessionPauseMs = 3 * 60 * 60 * 1000;

/** Hash of messages one after the other, behind those whose hash is given: one more message costs no more than itself. */
export async function hashMessages(messages: readonly Message[], before = ''): Promise<string> {
  const pause = createPause();
  let hash = before;
  for (const message of messages) {
    hash = sha256(hash + JSON.stringify(message));
    await pause();
  }
  return hash;
}

/** The same with what the messages were made of, and what was around it. */
export async function hashOf({ messages, kept }: ImportedConversation): Promise<string> {
  if (kept === undefined) return hashMessages(messages);
  const pause = createPause();
  let hash = sha256(JSON.stringify([kept.shape, kept.frame]));
  for (const entry of kept.entries) {
    hash = sha256(hash + JSON.stringify(entry));
    await pause();
  }
  return hashMessages(messages, hash);
}

/** How messages are kept. */
export interface StoreOptions {
  readonly embedder: string | null;
  /** Its topics and entities are to be found later. */
  readonly waits: boolean;
}

/** Stores a conversation in place of the one with its id, with an index of its messages; all of it or nothing. */
export async function storeConversation(
  project: OpenProject,
  needs: Needs<'caller' | 'cancel' | 'world'>,
  imported: ImportedConversation,
  options: StoreOptions,
): Promise<void> {
  const { id, title, format, messages, kept } = imported;
  const prepared = await prepareMessages(needs.world, id, messages, { entries: kept?.entries });
  const conversation: StoredConversation = {
    id,
    title,
    format,
    messages: messages.length,
    tokens: prepared.tokens,
    ...timesOf(messages),
    content_hash: await hashOf(imported),
    trust: contentTrust(needs.caller),
    updated_at: needs.world.clock.nowIso(),
  };
  const rows = Math.max(prepared.rows, await storedMessages(project, id));
  await project.content.writeBulk(
    {
      job: storeConversationJob,
      head: {
        conversation,
        ...options,
        frame: kept && { shape: kept.shape, frame: JSON.stringify(kept.frame ?? null) },
      },
      parts: prepared.parts,
      rows,
    },
    () => needs.cancel.cancelled,
  );
}

export const contentTrust = ({ door }: Caller): ContentTrust => (door === 'mcp' ? 'agent' : 'imported');

/** When the first and the last were said, whatever zone that is written in; of those before as well, where they are given. */
export function timesOf(
  messages: readonly Message[],
  before: Pick<StoredConversation, 'first_at' | 'last_at'> = { first_at: null, last_at: null },
): Pick<StoredConversation, 'first_at' | 'last_at'> {
  let { first_at, last_at } = before;
  let [firstMs, lastMs] = [momentMs(first_at), momentMs(last_at)];
  for (const { created_at: at } of messages) {
    const moment = momentMs(at);
    if (at === undefined || Number.isNaN(moment)) continue;
    if (!(firstMs <= moment)) [first_at, firstMs] = [at, moment];
    if (!(lastMs >= moment)) [last_at, lastMs] = [at, moment];
  }
  return { first_at, last_at };
}

/** What is replaced goes with it, which takes as long. */
const storedMessages = ({ content }: OpenProject, id: string): Promise<number> =>
  content.read(database => findConversation(database, id)?.messages ?? 0, 0);

const chunksOf = (documents: readonly PreparedDocument[]): number =>
  documents.reduce((sum, { chunks }) => sum + chunks.length, 0);

/** Where the messages before those that are stored end. */
export interface Before {
  /** How many there are. */
  readonly from: number;
  /** The last one's. */
  readonly session: number;
  /** Of the last one that has a moment; NaN where none has. */
  readonly atMs: number;
}

const nothingBefore: Before = { from: 0, session: 0, atMs: Number.NaN };

/** Messages counted and cut, so that storing them takes no time. */
export interface PreparedMessages {
  readonly tokens: number;
  readonly parts: Iterable<ConversationPart>;
  readonly rows: number;
}

interface MessageSurroundings {
  readonly before?: Before | undefined;
  /** What they were made of. */
  readonly entries?: readonly KeptSource[] | undefined;
}

/** Each message that says something becomes a document, too. */
export async function prepareMessages(
  world: World,
  id: string,
  messages: readonly Message[],
  { before = nothingBefore, entries = [] }: MessageSurroundings = {},
): Promise<PreparedMessages> {
  const pause = createPause();
  const counted = await inStretches(countMessages(messages), pause);
  const place = { collection: conversationCollection(id), trust: 'imported' } as const;
  const cut = await inStretches(cutMessages(messages, before), pause);
  const documents = await prepareDocuments(world, place, cut, pause);
  return {
    tokens: counted.reduce((sum, { chars4: tokens }) => sum + tokens, 0),
    parts: partsOf(before.from, counted, documents, entries),
    rows: Math.max(counted.length, chunksOf(documents)),
  };
}

/** Messages, and about as many documents, of one part. */
const partMessages = 100;

function* partsOf(
  first: number,
  messages: readonly NewMessage[],
  documents: readonly PreparedDocument[],
  entries: readonly KeptSource[],
): Generator<ConversationPart> {
  const end = Math.max(messages.length, documents.length, entries.length);
  for (let from = 0; from < end; from += partMessages)
    yield {
      from: first + from,
      messages: messages.slice(from, from + partMessages),
      documents: documents.slice(from, from + partMessages),
      sources: entries.slice(from, from + partMessages).map(({ position = null, source }, at) => ({
        entry: from + at,
        position,
        source: JSON.stringify(source),
      })),
    };
}

function* countMessages(messages: readonly Message[]): Generator<void, NewMessage[]> {
  const counted: NewMessage[] = [];
  for (const message of messages) {
    counted.push({ message, chars4: chars4(formatMessage(message)) });
    yield;
  }
  return counted;
}

function* cutMessages(messages: readonly Message[], before: Before): Generator<void, ChunkedFile[]> {
  const sessions = sessionsOf(messages, before);
  const cut: ChunkedFile[] = [];
  for (const [at, message] of messages.entries()) {
    yield;
    if (messageText(message).trim() === '') continue;
    const path = `${padded(sessions[at] ?? 0)}/${padded(before.from + at)}.txt`;
    const text = turnText(message);
    cut.push({ file: { path, text }, chunks: chunkMessage(text, speakerOf(message)) });
  }
  return cut;
}

const padded = (number: number): string => String(number).padStart(6, '0');

/** The position of the message that a document of the index stands for. */
export const positionOf = (path: unknown): number | undefined => placeOf(path)?.position;

/** The same with its session. */
export function placeOf(path: unknown): { readonly session: number; readonly position: number } | undefined {
  const [, session, position] = /(\d+)\/(\d+)\.txt$/.exec(String(path)) ?? [];
  return position === undefined ? undefined : { session: Number(session), position: Number(position) };
}

/** A message as transcripts write it: when, who, and what with all its white space. */
export const turnText = (message: Message): string => `[${spokenTime(message)}] ${turnSaid(message)}`;

const turnSaid = (message: Message): string => `${turnSpeaker(message)}: ${messageText(message)}`;

/** Messages one below the other, as `turnText` has them, but what is the same of the moment of the one above is not said again. */
export function turnsText(messages: readonly Message[]): string {
  let above = '';
  const lines = messages.map(message => {
    const time = spokenTime(message);
    const stamp = stampBelow(above, time);
    above = time;
    return `${stamp}${turnSaid(message)}`;
  });
  return lines.join('\n');
}

function stampBelow(above: string, time: string): string {
  if (time === above) return '';
  const [clock = '', day] = time.split(' on ');
  return day !== undefined && above.endsWith(` on ${day}`) ? `[${clock}] ` : `[${time}] `;
}

const longestSpeaker = 30;

/** Without what would end a speaker's name in a transcript; no character is cut in half. */
function turnSpeaker(message: Message): string {
  const speaker = speakerOf(message).replace(/[:\r\n]/g, ' ') || 'unknown';
  return speaker.length <= longestSpeaker ? speaker : [...speaker].slice(0, longestSpeaker).join('');
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** As people write it, since that is how they ask for it. */
function spokenTime({ created_at, index }: Message): string {
  const moment = momentMs(created_at);
  if (!Number.isFinite(moment)) return `message ${index + 1}`;
  const date = new Date(moment);
  const minutes = String(date.getUTCMinutes()).padStart(2, '0');
  return `${date.getUTCHours()}:${minutes} on ${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** The session of each, by its number. */
export function sessionsOf(
  messages: readonly Message[],
  { session: last, atMs }: Pick<Before, 'session' | 'atMs'>,
): number[] {
  let session = last;
  let before = atMs;
  return messages.map(({ created_at }) => {
    const at = momentMs(created_at);
    if (Math.abs(at - before) > sessionPauseMs) session += 1;
    if (Number.isFinite(at)) before = at;
    return session;
  });
}
