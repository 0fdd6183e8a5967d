import type { Conversation, ConversationFormat } from '../../../shared/model/conversation.ts';
import { raiseVersion } from '../database/content-version.ts';
import { rowHash, verifyRow } from '../database/row-hash.ts';
import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';
import { type ContentTrust, conversationCollection } from './message-table.ts';

/** A conversation as it is stored, without its messages. */
export interface StoredConversation extends Omit<Conversation, 'embedder'> {
  /** Of all messages, so that the same import changes nothing. */
  readonly content_hash: string;
  readonly trust: ContentTrust;
}

interface ConversationRow extends StoredConversation {
  readonly format: ConversationFormat;
  readonly row_hash: string;
  readonly embedder: string | null;
}

const columns =
  'id, title, format, messages, tokens, first_at, last_at, content_hash, trust, updated_at, row_hash';
const select = `SELECT ${columns.replace(/\bid\b/, 'conversation.id')}, collection.embedder AS embedder
  FROM conversation LEFT JOIN collection ON collection.name = '${conversationCollection('')}' || conversation.id`;

/** Conversations, last changed first. */
export function listConversations(database: ReadableDatabase): Conversation[] {
  // The columns are the ones of the interface.
  const rows = prepare<ConversationRow>(
    database,
    `${select} ORDER BY updated_at DESC, conversation.id`,
  ).all();
  return rows.map(toConversation);
}

export function findConversation(database: ReadableDatabase, id: string): Conversation | undefined {
  const row = prepare<ConversationRow>(database, `${select} WHERE conversation.id = ?`).get(id);
  return row === undefined ? undefined : toConversation(row);
}

/** What tells whether an import would change anything. */
export type ConversationIdentity = Pick<StoredConversation, 'title' | 'format' | 'content_hash'>;

export function identityOf(database: ReadableDatabase, id: string): ConversationIdentity | undefined {
  // The columns are the ones of the type.
  return prepare<ConversationIdentity>(
    database,
    'SELECT title, format, content_hash FROM conversation WHERE id = ?',
  ).get(id);
}

/** Writes a conversation in place of the one with its id; its messages are written apart. */
export function putConversation(database: WritableDatabase, given: StoredConversation): void {
  const sql = `INSERT INTO conversation (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET title = excluded.title, format = excluded.format, messages = excluded.messages,
      tokens = excluded.tokens, first_at = excluded.first_at, last_at = excluded.last_at,
      content_hash = excluded.content_hash, trust = excluded.trust, updated_at = excluded.updated_at,
      row_hash = excluded.row_hash`;
  const fields = [
    given.id,
    given.title,
    given.format,
    given.messages,
    given.tokens,
    given.first_at,
    given.last_at,
    given.content_hash,
    given.trust,
    given.updated_at,
  ];
  prepare(database, sql).run(...fields, rowHash(guarded(given)));
  raiseVersion(database, `conversations/${given.id}`);
}

/** Deletes a conversation with its messages and summaries; false when there was none. */
export function deleteConversation(database: WritableDatabase, id: string): boolean {
  raiseVersion(database, `conversations/${id}`);
  return prepare(database, 'DELETE FROM conversation WHERE id = ?').run(id).changes > 0;
}

const guarded = ({ id, title, format, messages, tokens, first_at, last_at, trust }: StoredConversation) => [
  id,
  title,
  format,
  messages,
  tokens,
  first_at ?? '',
  last_at ?? '',
  trust,
];

function toConversation({
  row_hash,
  content_hash: _,
  trust,
  ...conversation
}: ConversationRow): Conversation {
  verifyRow(
    `the conversation ${conversation.id}`,
    guarded({ ...conversation, content_hash: '', trust }),
    row_hash,
  );
  return conversation;
}
