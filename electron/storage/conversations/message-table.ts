import type { Message } from '../../../shared/model/message.ts';
import { rowHash, verifyRow } from '../database/row-hash.ts';
import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';

/** How far content may be trusted. */
export type ContentTrust = 'user' | 'imported' | 'agent';

/** A message with what is known of it by now. */
export interface StoredMessage {
  readonly message: Message;
  /** `chars4` of the formatted message. */
  readonly chars4: number;
  /** Another one as soon as anything of the message is another. */
  readonly hash: string;
}

/** A message that is to be stored. */
export type NewMessage = Omit<StoredMessage, 'hash'>;

interface MessageRow {
  readonly position: number;
  readonly id: string;
  readonly role: string;
  readonly author: string;
  readonly parts: string;
  readonly created_at: string | null;
  readonly chars4: number;
  readonly row_hash: string;
}

const columns = 'position, id, role, author, parts, created_at, chars4, row_hash';

/**
 * The collection in which a conversation's messages are found by words and meaning. No name that users may give has a
 * colon, so that it is never one of theirs.
 */
export const conversationCollection = (conversationId: string): string => `conversation:${conversationId}`;

/** Id of the conversation that such a collection belongs to; undefined for any other collection. */
export function conversationOf(collection: unknown): string | undefined {
  const name = String(collection);
  const begin = conversationCollection('');
  return name.startsWith(begin) ? name.slice(begin.length) : undefined;
}

/** Who takes part in each conversation: authors, and the roles of those without. */
export function listParticipants(database: ReadableDatabase): Map<string, Set<string>> {
  const sql = `SELECT DISTINCT conversation_id AS id, iif(author = '', role, author) AS speaker FROM message`;
  // The columns are the ones just named.
  const rows = prepare<{ id: string; speaker: string }>(database, sql).all();
  const found = new Map<string, Set<string>>();
  for (const { id, speaker } of rows) found.set(id, (found.get(id) ?? new Set()).add(speaker.toLowerCase()));
  return found;
}

/** Messages in order, from a position on. */
export function readMessages(
  database: ReadableDatabase,
  conversationId: string,
  offset: number,
  limit: number,
): StoredMessage[] {
  const sql = `SELECT ${columns} FROM message WHERE conversation_id = ? AND position >= ? ORDER BY position LIMIT ?`;
  // The columns are the ones of the interface.
  const rows = prepare<MessageRow>(database, sql).all(conversationId, offset, limit);
  return rows.map(row => toMessage(conversationId, row));
}

/** Which of some ids messages of a conversation have. */
export function takenIds(
  database: ReadableDatabase,
  conversationId: string,
  ids: readonly string[],
): string[] {
  const sql = `SELECT id FROM message WHERE conversation_id = ? AND id IN (SELECT value FROM json_each(?))`;
  // The column is a text.
  return prepare<string>(database, sql).pluck().all(conversationId, JSON.stringify(ids));
}

/** Moments of the messages before a position that have one, the last first. */
export function momentsBefore(
  database: ReadableDatabase,
  conversationId: string,
  position: number,
): Iterable<string> {
  const sql = `SELECT created_at FROM message
    WHERE conversation_id = ? AND position < ? AND created_at IS NOT NULL ORDER BY position DESC`;
  // As above.
  return prepare<string>(database, sql).pluck().iterate(conversationId, position);
}

export function deleteMessages(database: WritableDatabase, conversationId: string): void {
  prepare(database, 'DELETE FROM message WHERE conversation_id = ?').run(conversationId);
}

/** Writes messages from a position on, where there are none; one step per message. */
export function* putMessages(
  database: WritableDatabase,
  conversationId: string,
  from: number,
  messages: readonly NewMessage[],
): Generator<void> {
  const insert = prepare(
    database,
    `INSERT INTO message (conversation_id, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const [at, { message, chars4 }] of messages.entries()) {
    const { id, role, author = '', parts, created_at = null } = message;
    const row = { position: from + at, id, role, author, parts: JSON.stringify(parts), created_at, chars4 };
    insert.run(conversationId, ...Object.values(row), rowHash(guarded(conversationId, row)));
    yield;
  }
}

function guarded(conversationId: string, row: Omit<MessageRow, 'row_hash'>): (string | number)[] {
  const { position, id, role, author, parts, created_at, chars4 } = row;
  return [conversationId, position, id, role, author, parts, created_at ?? '', chars4];
}

function toMessage(conversationId: string, row: MessageRow): StoredMessage {
  const { position, id, role, author, parts, created_at, chars4, row_hash: hash } = row;
  verifyRow(`message ${position + 1} of ${conversationId}`, guarded(conversationId, row), hash);
  const message: Message = {
    id,
    index: position,
    role,
    ...(author !== '' && { author }),
    parts: JSON.parse(parts),
    ...(created_at !== null && { created_at }),
  };
  return { message, chars4, hash };
}
