import type { Input } from '../../../shared/contract/contract.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { storeConversationJob } from '../../storage/conversations/conversation-jobs.ts';
import {
  findConversation,
  identityOf,
  type StoredConversation,
} from '../../storage/conversations/conversation-table.ts';
import {
  conversationCollection,
  momentsBefore,
  readMessages,
  takenIds,
} from '../../storage/conversations/message-table.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import { contentVersion } from '../../storage/database/content-version.ts';
import type { ReadableDatabase } from '../../storage/database/sqlite.ts';
import { lastPath } from '../../storage/documents/document-table.ts';
import { createPause } from '../../storage/pause.ts';
import type { Needs } from '../project/call.ts';
import type { OpenProject } from '../project/project.ts';
import { momentMs, positionId, toMessages } from './imported-conversation.ts';
import {
  type Before,
  contentTrust,
  hashMessages,
  type PreparedMessages,
  placeOf,
  prepareMessages,
  type StoreOptions,
  sessionsOf,
  timesOf,
} from './store-conversation.ts';

/** What has to be known of a conversation to put messages behind it: all of it costs the same, however long it is. */
interface ConversationEnd {
  readonly conversation: Omit<StoredConversation, 'trust' | 'updated_at'>;
  readonly version: number;
  readonly before: Before;
}

/** Undefined where there is no such conversation. */
export const readEnd = (content: ContentDatabase, id: string): Promise<ConversationEnd | undefined> =>
  content.read(database => {
    const [conversation, identity] = [findConversation(database, id), identityOf(database, id)];
    if (conversation === undefined || identity === undefined) return undefined;
    return {
      conversation: { ...conversation, ...identity },
      version: contentVersion(database, `conversations/${id}`),
      before: endOf(database, id, conversation.messages),
    };
  }, undefined);

/** The last message that has a document tells the session; those behind it say nothing, and may begin others. */
function endOf(database: ReadableDatabase, id: string, messages: number): Before {
  const { session, position } = placeOf(lastPath(database, conversationCollection(id))) ?? noPlace;
  const behind = readMessages(database, id, position + 1, messages).map(({ message }) => message);
  const known = { session, atMs: lastMoment(database, id, position + 1) };
  return {
    from: messages,
    session: sessionsOf(behind, known).at(-1) ?? session,
    atMs: lastMoment(database, id, messages),
  };
}

const noPlace = { session: 0, position: -1 };

function lastMoment(database: ReadableDatabase, id: string, before: number): number {
  for (const moment of momentsBefore(database, id, before)) {
    const atMs = momentMs(moment);
    if (Number.isFinite(atMs)) return atMs;
  }
  return Number.NaN;
}

interface Added {
  readonly title?: string | undefined;
  readonly messages: NonNullable<Input<'conversations.import'>['messages']>;
}

/** A conversation as it will be, and what of it is new. */
interface Appended extends PreparedMessages {
  readonly conversation: StoredConversation;
  /** The version that it is put behind. */
  readonly onto: number;
}

export async function prepareAppended(
  { content }: OpenProject,
  { world, caller }: Needs<'caller' | 'world'>,
  { conversation: known, version, before }: ConversationEnd,
  { title, messages }: Added,
): Promise<Appended> {
  const wanted = messages.flatMap(({ id }, at) => [id, positionId(before.from + at)]);
  const taken = await readTaken(content, known.id, wanted);
  const added = await inStretches(toMessages(messages, before.from, taken), createPause());
  const prepared = await prepareMessages(world, known.id, added, { before });
  return {
    ...prepared,
    onto: version,
    conversation: {
      ...known,
      title: title ?? known.title,
      messages: known.messages + added.length,
      tokens: known.tokens + prepared.tokens,
      ...timesOf(added, known),
      content_hash: await hashMessages(added, known.content_hash),
      trust: contentTrust(caller),
      updated_at: world.clock.nowIso(),
    },
  };
}

/** Ids that are asked about at once. */
const idsAtOnce = 500;

/** Which of some ids messages of the conversation have already. */
async function readTaken(content: ContentDatabase, id: string, wanted: readonly string[]): Promise<string[]> {
  const taken: string[] = [];
  const pause = createPause();
  for (let from = 0; from < wanted.length; from += idsAtOnce) {
    const ids = wanted.slice(from, from + idsAtOnce);
    taken.push(...(await content.read(database => takenIds(database, id, ids), [])));
    await pause();
  }
  return taken;
}

/** Puts messages behind a conversation that is still as it was read; `busy` where it is not. */
export async function appendMessages(
  project: OpenProject,
  { cancel }: Needs<'cancel'>,
  { conversation, onto, parts, rows }: Appended,
  options: StoreOptions,
): Promise<void> {
  await project.content.writeBulk(
    { job: storeConversationJob, head: { conversation, onto, ...options }, parts, rows },
    () => cancel.cancelled,
  );
}
