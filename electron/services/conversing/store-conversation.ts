import type { Message } from '../../../shared/model/message.ts';
import { formatMessage, messageText } from '../../../shared/model/message-text.ts';
import { chars4 } from '../../engine/assembly/count-items.ts';
import { speakerOf } from '../../engine/conversation/summarizer.ts';
import { putConversation, type StoredConversation } from '../../storage/conversations/conversation-table.ts';
import { conversationCollection, replaceMessages } from '../../storage/conversations/message-table.ts';
import { chunkMessage } from '../../storage/documents/chunk-turn.ts';
import { ensureCollection } from '../../storage/documents/collection-table.ts';
import {
  deleteDocuments,
  type PreparedDocument,
  putDocuments,
} from '../../storage/documents/document-table.ts';
import { setCollectionEmbedder } from '../../storage/embeddings/embedding-table.ts';
import { sha256 } from '../../storage/files/read-text-file.ts';
import { soilBundles } from '../../storage/profiles/bundle-table.ts';
import { beginWaiting } from '../../storage/profiles/profile-table.ts';
import type { Call } from '../call.ts';
import { prepareDocument } from '../import-documents.ts';
import type { OpenProject } from '../open-project.ts';
import type { ImportedConversation } from './imported-conversation.ts';

/** A pause that begins another session: messages are neighbours within one only. */
const sessionPauseMs = 3 * 60 * 60 * 1000;

/** Hash of all that makes a conversation what it is. */
export const hashOf = ({ title, format, messages }: ImportedConversation): string =>
  sha256(JSON.stringify([title, format, messages]));

/** Stores a conversation in place of the one with its id, with an index of its messages; all of it or nothing. */
export async function storeConversation(
  project: OpenProject,
  call: Call,
  imported: ImportedConversation,
  embedder: string | null,
  /** Its topics and entities are to be found later. */
  waits = false,
): Promise<void> {
  const { id, messages } = imported;
  const counted = messages.map(message => ({ message, chars4: chars4(formatMessage(message)) }));
  const times = messages.flatMap(({ created_at }) => created_at ?? []).sort();
  const conversation: StoredConversation = {
    id,
    title: imported.title,
    format: imported.format,
    messages: messages.length,
    tokens: counted.reduce((sum, { chars4: tokens }) => sum + tokens, 0),
    first_at: times[0] ?? null,
    last_at: times.at(-1) ?? null,
    content_hash: hashOf(imported),
    trust: call.caller.door === 'mcp' ? 'agent' : 'imported',
    updated_at: call.app.options.world.clock.nowIso(),
  };
  const documents = await prepareIndex(call, imported);
  const collection = conversationCollection(id);
  await project.content.writeInSteps(
    function* (database) {
      putConversation(database, conversation);
      yield* replaceMessages(database, id, counted);
      deleteDocuments(database, collection, undefined);
      setCollectionEmbedder(database, ensureCollection(database, collection), embedder);
      yield* putDocuments(database, documents);
      soilBundles(database, 'conversation', id);
      if (waits) beginWaiting(database, id, conversation.updated_at);
    },
    () => call.cancel.cancelled,
  );
}

/** Each message that says something as a document, cut into chunks and counted. */
async function prepareIndex(call: Call, { id, messages }: ImportedConversation): Promise<PreparedDocument[]> {
  const place = { collection: conversationCollection(id), trust: 'imported' } as const;
  const sessions = sessionsOf(messages);
  const documents: PreparedDocument[] = [];
  for (const [position, message] of messages.entries()) {
    if (messageText(message).trim() === '') continue;
    const path = `${padded(sessions[position] ?? 0)}/${padded(position)}.txt`;
    const text = turnText(message);
    const chunks = chunkMessage(text, speakerOf(message));
    documents.push(await prepareDocument(call.app.options.world, place, { path, text }, chunks));
  }
  return documents;
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
