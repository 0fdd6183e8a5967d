import type { Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { listConversations } from '../../storage/conversations/conversation-table.ts';
import { conversationCollection } from '../../storage/conversations/message-table.ts';
import { embeddedCollections } from '../../storage/embeddings/embedding-table.ts';
import { listWaiting } from '../../storage/profiles/profile-table.ts';
import { countUnembedded, embedBatch, pendingTexts } from '../content/embeddings.ts';
import { backgroundWork, runInBackground } from '../project/background-work.ts';
import type { Needs } from '../project/call.ts';
import type { OpenProject } from '../project/project.ts';
import { buildProfiles, readTalk, type Talk } from './build-profiles.ts';

type Progress = Output<'conversations.progress'>;

/** Conversations that are read for topics before what was found is written. */
const conversationsTogether = 10;
const deriving = backgroundWork('conversations are not prepared further for now');

/**
 * Makes what imported conversations wait for, topics, entities and embeddings, while everybody goes on; only in programs
 * that stay. What waits stands in the database, so that whoever opens the project next goes on after a kill.
 */
export function deriveInBackground(
  project: OpenProject,
  needs: Needs<'world' | 'logger' | 'publish' | 'stays'>,
): void {
  runInBackground(deriving, project.content.parts, project, needs, () =>
    deriveWaiting(project, needs, project.isClosed),
  );
}

/** The same for somebody who waits; cancelled, what was made stays. */
export async function deriveNow(
  project: OpenProject,
  needs: Needs<'cancel' | 'world' | 'publish'>,
): Promise<Output<'conversations.derive'>> {
  const made = await deriveWaiting(project, needs, () => needs.cancel.cancelled);
  if (needs.cancel.cancelled)
    throw new AppError(
      'deadline',
      `cancelled; ${made.embedded} texts and ${made.conversations} conversations were made, and stay`,
    );
  return made;
}

/** What of all conversations is still to be made, and whether this process makes it now. */
export async function derivingProgress({ content }: OpenProject, needs: Needs<'world'>): Promise<Progress> {
  const { ids } = needs.world.embedder;
  const { collections, conversations } = await content.read(
    database => ({
      collections: embeddedCollections(database, conversationCollection(''), ids),
      conversations: listWaiting(database).length,
    }),
    { collections: [], conversations: 0 },
  );
  let texts = 0;
  for (const { id, embedder } of collections) texts += await countUnembedded(content, id, embedder);
  return { texts, conversations, working: content.parts.of(deriving).isRunning };
}

async function deriveWaiting(
  project: OpenProject,
  needs: Needs<'world' | 'publish'>,
  isOver: () => boolean,
): Promise<Output<'conversations.derive'>> {
  const made = { embedded: 0, conversations: 0 };
  for (;;) {
    const [profiled, embedded] = [await profileBatch(project, needs), await embedAll(project, needs, isOver)];
    made.conversations += profiled;
    made.embedded += embedded;
    if (isOver() || (profiled === 0 && embedded === 0)) return made;
  }
}

/** Reads the next conversations for topics and entities; how many. */
async function profileBatch(project: OpenProject, needs: Needs<'world' | 'publish'>): Promise<number> {
  const { content } = project;
  const waiting = await content.read(listWaiting, []);
  const ids = waiting.slice(0, conversationsTogether);
  if (ids.length === 0) return 0;
  const talks: Talk[] = [];
  for (const id of ids) talks.push(await readTalk(content, id));
  await buildProfiles(project, needs, talks);
  needs.publish({ event: 'project:changed', what: 'topics' });
  return ids.length;
}

async function embedAll(
  project: OpenProject,
  needs: Needs<'world' | 'publish'>,
  isOver: () => boolean,
): Promise<number> {
  // Topics are quick, and first for all.
  if ((await project.content.read(listWaiting, [])).length > 0) return 0;
  let embedded = 0;
  for (const { id } of await project.content.read(listConversations, []))
    embedded += await embedPending(project, needs, conversationCollection(id), isOver);
  return embedded;
}

/** Embeds what of one conversation is not embedded yet, a few texts at a time; how many. */
export async function embedPending(
  project: OpenProject,
  needs: Needs<'world' | 'publish'>,
  collection: string,
  isOver: () => boolean,
): Promise<number> {
  const pending = await pendingTexts(project, collection);
  // An endpoint that is not set here may be set on another machine.
  if (pending === undefined || !needs.world.embedder.ids.includes(pending.embedder)) return 0;
  const { total } = pending;
  if (total === 0) return 0;
  for (let done = 0; ; ) {
    if (isOver()) return done;
    const embedded = await embedBatch(project, needs, pending);
    if (embedded === 0) return done;
    done += embedded;
    needs.publish({ event: 'documents:embedding', collection, done: Math.min(done, total), total });
  }
}
