import { AppError } from '../../../shared/contract/errors.ts';
import type { Conversation } from '../../../shared/model/conversation.ts';
import { findConversation } from '../../storage/conversations/conversation-table.ts';
import { readMessages, type StoredMessage } from '../../storage/conversations/message-table.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import { contentVersion } from '../../storage/database/content-version.ts';
import { othersTurn } from '../../storage/pause.ts';

/** A conversation with messages of it, all of one state. */
interface ReadConversation {
  readonly conversation: Conversation;
  /** Another one as soon as anything of the conversation is another. */
  readonly version: number;
  readonly stored: readonly StoredMessage[];
}

/** Messages read without a pause for others. */
const sliceMessages = 500;
/** How often a conversation that is being replaced is read anew. */
const attempts = 5;

/** Reads messages from a position on, with pauses; undefined where there is no such conversation, `busy` where it never rests. */
export async function readConversation(
  content: ContentDatabase,
  id: string,
  { offset = 0, limit = Number.MAX_SAFE_INTEGER }: { readonly offset?: number; readonly limit?: number } = {},
): Promise<ReadConversation | undefined> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const found = await content.read(database => {
      const conversation = findConversation(database, id);
      return conversation && { conversation, version: versionOf(database, id) };
    }, undefined);
    if (found === undefined) return undefined;
    const end = Math.min(offset + limit, found.conversation.messages);
    const stored = await readSlices(content, id, { from: offset, end, version: found.version });
    if (stored !== undefined) return { ...found, stored };
  }
  throw new AppError('busy', `the conversation "${id}" was changed while it was read; try again`);
}

const versionOf = (database: Parameters<typeof contentVersion>[0], id: string): number =>
  contentVersion(database, `conversations/${id}`);

interface Range {
  readonly from: number;
  readonly end: number;
  readonly version: number;
}

/** Undefined where another version came in between. */
async function readSlices(
  content: ContentDatabase,
  id: string,
  { from, end, version }: Range,
): Promise<StoredMessage[] | undefined> {
  const stored: StoredMessage[] = [];
  for (let at = from; at < end; at += sliceMessages) {
    const slice = await content.read(
      database =>
        versionOf(database, id) === version
          ? readMessages(database, id, at, Math.min(sliceMessages, end - at))
          : undefined,
      undefined,
    );
    if (slice === undefined) return undefined;
    stored.push(...slice);
    if (at + sliceMessages < end) await othersTurn();
  }
  return stored;
}
