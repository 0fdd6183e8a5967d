import { chars4 } from '../../../shared/model/chars4.ts';
import type { Conversation } from '../../../shared/model/conversation.ts';
import type { Message } from '../../../shared/model/message.ts';
import { formatMessage } from '../../../shared/model/message-text.ts';
import type { RedactionMode } from '../../../shared/model/redaction-mode.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { type JoinedTalk, joinExchanges } from '../../engine/conversation/join-exchanges.ts';
import { scoreMessages } from '../../engine/conversation/score-messages.ts';
import { readCompactions, type StoredCompaction } from '../../storage/conversations/compaction-table.ts';
import type { StoredMessage } from '../../storage/conversations/message-table.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import { contentVersion } from '../../storage/database/content-version.ts';
import { rowHash } from '../../storage/database/row-hash.ts';
import type { PartKind } from '../../storage/kept-parts.ts';
import { createPause } from '../../storage/pause.ts';
import { noSuch } from '../../storage/unknown-id.ts';
import { readConversation } from './read-conversation.ts';

/** A conversation with what planning needs of it, read once for each of its versions. */
export interface LoadedConversation {
  readonly conversation: Conversation;
  /** Another one as soon as anything of the conversation is another. */
  readonly version: number;
  readonly redaction: RedactionMode;
  /** Without secrets. */
  readonly messages: readonly Message[];
  /** The same with no call apart from its results. */
  readonly talk: JoinedTalk;
  /** `chars4` of each formatted message. */
  readonly sizes: readonly number[];
  /** How much each message matters, of `scoreMessages`. */
  readonly scores: readonly number[];
  /** Of each message; another one as soon as the message is edited. */
  readonly hashes: readonly string[];
  /** By range, what `rangeHash` found before. */
  readonly rangeHashes: Map<string, string>;
  /** Summaries by what they are known by; planning adds to them. */
  readonly compactions: Map<string, StoredCompaction>;
}

interface CacheEntry {
  readonly version: number;
  readonly redaction: RedactionMode;
  readonly loaded: Promise<LoadedConversation>;
}

/** Conversations kept in memory. */
const keptConversations = 4;

const loadedOnes: PartKind<Map<string, CacheEntry>> = { make: () => new Map() };

/** The conversation as it is stored now; `not_found` where there is none. */
export async function loadConversation(
  content: ContentDatabase,
  id: string,
  redaction: RedactionMode,
): Promise<LoadedConversation> {
  const cache = content.parts.of(loadedOnes);
  const version = await content.read(database => contentVersion(database, `conversations/${id}`), 0);
  const known = cache.get(id);
  const entry =
    known?.version === version && known.redaction === redaction
      ? known
      : { version, redaction, loaded: read(content, id, version, redaction) };
  cache.delete(id);
  cache.set(id, entry);
  for (const oldest of [...cache.keys()].slice(0, Math.max(0, cache.size - keptConversations)))
    cache.delete(oldest);
  try {
    return await entry.loaded;
  } catch (error) {
    cache.delete(id);
    throw error;
  }
}

async function read(
  content: ContentDatabase,
  id: string,
  version: number,
  redaction: RedactionMode,
): Promise<LoadedConversation> {
  const found = await readConversation(content, id);
  if (found === undefined) throw await noSuch(content, 'conversation', id);
  const { conversation, stored } = found;
  const messages = await inStretches(cleanMessages(stored, redaction), createPause());
  const compactions = await content.read(database => readCompactions(database, id), []);
  return {
    conversation,
    version,
    redaction,
    messages,
    talk: joinExchanges(messages),
    sizes: stored.map((entry, at) => sizeOf(entry, messages[at])),
    scores: scoreMessages(messages),
    hashes: stored.map(({ hash }) => hash),
    rangeHashes: new Map(),
    compactions: new Map(compactions.map(stored => [compactionKey(stored.compaction), stored])),
  };
}

/** The stored count holds where redaction changed nothing. */
function sizeOf({ message: original, chars4: tokens }: StoredMessage, message: Message | undefined): number {
  return message === undefined || message === original ? tokens : chars4(formatMessage(message));
}

/** Messages as they may be shown, a step each. */
export function* cleanMessages(
  stored: readonly StoredMessage[],
  redaction: RedactionMode,
): Generator<void, Message[]> {
  const messages: Message[] = [];
  for (const { message } of stored) {
    messages.push(withoutSecrets(message, redaction));
    yield;
  }
  return messages;
}

/** Redaction keeps texts texts, so parts stay parts; what has no secret stays the same object. */
export function withoutSecrets(message: Message, redaction?: RedactionMode): Message {
  const { author, parts } = message;
  const clean = { author: author && redactValue(author, redaction), parts: redactValue(parts, redaction) };
  return clean.author === author && clean.parts === parts ? message : { ...message, ...clean };
}

/** Hash over messages `from` to `to`, both included, as they are shown. */
export function rangeHash(
  { redaction, hashes, rangeHashes }: LoadedConversation,
  from: number,
  to: number,
): string {
  const range = `${from} ${to}`;
  const hash = rangeHashes.get(range) ?? rowHash([redaction, ...hashes.slice(from, to + 1)]);
  rangeHashes.set(range, hash);
  return hash;
}

/** What a summary is known by within its conversation. */
export const compactionKey = (key: {
  readonly from: number;
  readonly to: number;
  readonly level: number;
  readonly summarizer: string;
  readonly target_tokens: number;
}): string => [key.from, key.to, key.level, key.summarizer, key.target_tokens].join(' ');
