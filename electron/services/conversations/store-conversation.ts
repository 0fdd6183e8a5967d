import { createHash } from 'node:crypto';
import type { Message } from '../../../shared/model/message.ts';
import { formatMessage, messageText } from '../../../shared/model/message-text.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { chars4 } from '../../engine/assembly/count-items.ts';
import { speakerOf } from '../../engine/conversation/summarizer.ts';
import {
  type ConversationPart,
  storeConversationJob,
} from '../../storage/conversations/conversation-jobs.ts';
import { findConversation, type StoredConversation } from '../../storage/conversations/conversation-table.ts';
import { conversationCollection, type NewMessage } from '../../storage/conversations/message-table.ts';
import { chunkMessage } from '../../storage/documents/chunk-turn.ts';
import type { PreparedDocument } from '../../storage/documents/document-table.ts';
import { createTurns } from '../../storage/turns.ts';
import { type ChunkedFile, prepareDocuments } from '../content/import-documents.ts';
import type { Needs } from '../project/call.ts';
import type { OpenProject } from '../project/project.ts';
import type { ImportedConversation } from './imported-conversation.ts';

/** A pause that begins another session: messages are neighbours within one only. */
const sessionPauseMs = 3 * 60 * 60 * 1000;

/** Hash of all that makes a conversation what it is, made message by message. */
export async function hashOf({ title, format, messages }: ImportedConversation): Promise<string> {
  const turns = createTurns();
  const hash = createHash('sha256').update(`${JSON.stringify([title, format]).slice(0, -1)},[`);
  for (const [at, message] of messages.entries()) {
    hash.update(at === 0 ? JSON.stringify(message) : `,${JSON.stringify(message)}`);
    await turns();
  }
  return hash.update(']]').digest('hex');
}

/** Stores a conversation in place of the one with its id, with an index of its messages; all of it or nothing. */
export async function storeConversation(
  project: OpenProject,
  needs: Needs<'caller' | 'cancel' | 'world'>,
  imported: ImportedConversation,
  embedder: string | null,
  /** Its topics and entities are to be found later. */
  waits = false,
): Promise<void> {
  const { id, messages } = imported;
  const counted = await inStretches(countMessages(messages), createTurns());
  const { first, last } = timesOf(messages);
  const conversation: StoredConversation = {
    id,
    title: imported.title,
    format: imported.format,
    messages: messages.length,
    tokens: counted.reduce((sum, { chars4: tokens }) => sum + tokens, 0),
    first_at: first,
    last_at: last,
    content_hash: await hashOf(imported),
    trust: needs.caller.door === 'mcp' ? 'agent' : 'imported',
    updated_at: needs.world.clock.nowIso(),
  };
  const documents = await prepareIndex(needs, imported);
  await project.content.writeBulk(
    {
      job: storeConversationJob,
      head: { conversation, embedder, waits },
      parts: partsOf(counted, documents),
      rows: Math.max(counted.length, chunksOf(documents), await storedMessages(project, id)),
    },
    () => needs.cancel.cancelled,
  );
}

function timesOf(messages: readonly Message[]): { first: string | null; last: string | null } {
  let first: string | null = null;
  let last: string | null = null;
  for (const { created_at: at } of messages) {
    if (at === undefined) continue;
    if (first === null || at < first) first = at;
    if (last === null || at > last) last = at;
  }
  return { first, last };
}

/** What is replaced goes with it, which takes as long. */
const storedMessages = ({ content }: OpenProject, id: string): Promise<number> =>
  content.read(database => findConversation(database, id)?.messages ?? 0, 0);

const chunksOf = (documents: readonly PreparedDocument[]): number =>
  documents.reduce((sum, { chunks }) => sum + chunks.length, 0);

/** Messages, and about as many documents, of one part. */
const partMessages = 100;

function* partsOf(
  messages: readonly NewMessage[],
  documents: readonly PreparedDocument[],
): Generator<ConversationPart> {
  for (let from = 0; from < Math.max(messages.length, documents.length); from += partMessages)
    yield {
      from,
      messages: messages.slice(from, from + partMessages),
      documents: documents.slice(from, from + partMessages),
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

/** Each message that says something as a document, cut into chunks and counted. */
async function prepareIndex(
  needs: Needs<'world'>,
  { id, messages }: ImportedConversation,
): Promise<PreparedDocument[]> {
  const place = { collection: conversationCollection(id), trust: 'imported' } as const;
  const turns = createTurns();
  const cut = await inStretches(cutMessages(messages), turns);
  return prepareDocuments(needs.world, place, cut, turns);
}

function* cutMessages(messages: readonly Message[]): Generator<void, ChunkedFile[]> {
  const sessions = sessionsOf(messages);
  const cut: ChunkedFile[] = [];
  for (const [position, message] of messages.entries()) {
    yield;
    if (messageText(message).trim() === '') continue;
    const path = `${padded(sessions[position] ?? 0)}/${padded(position)}.txt`;
    const text = turnText(message);
    cut.push({ file: { path, text }, chunks: chunkMessage(text, speakerOf(message)) });
  }
  return cut;
}

const padded = (number: number): string => String(number).padStart(6, '0');

/** The position of the message that a document of the index stands for. */
export function positionOf(path: unknown): number | undefined {
  const [, position] = /\/(\d+)\.txt$/.exec(String(path)) ?? [];
  return position === undefined ? undefined : Number(position);
}

/** A message as transcripts write it: when, who, and what with all its white space. */
export const turnText = (message: Message): string =>
  `[${spokenTime(message)}] ${turnSpeaker(message)}: ${messageText(message)}`;

/** Without what would end a speaker's name in a transcript; no character is cut in half. */
const turnSpeaker = (message: Message): string =>
  [...speakerOf(message).replace(/[:\r\n]/g, ' ')].slice(0, 30).join('') || 'unknown';

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** As people write it, since that is how they ask for it. */
function spokenTime({ created_at, index }: Message): string {
  const moment = created_at === undefined ? Number.NaN : Date.parse(created_at);
  if (!Number.isFinite(moment)) return `message ${index + 1}`;
  const date = new Date(moment);
  const minutes = String(date.getUTCMinutes()).padStart(2, '0');
  return `${date.getUTCHours()}:${minutes} on ${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

function sessionsOf(messages: readonly Message[]): number[] {
  let session = 0;
  let before = Number.NaN;
  return messages.map(({ created_at }) => {
    const at = created_at === undefined ? Number.NaN : Date.parse(created_at);
    if (Math.abs(at - before) > sessionPauseMs) session += 1;
    if (Number.isFinite(at)) before = at;
    return session;
  });
}
