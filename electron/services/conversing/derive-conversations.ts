import type { Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { listConversations } from '../../storage/conversations/conversation-table.ts';
import { conversationCollection, readMessages } from '../../storage/conversations/message-table.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import { countWaitingTexts } from '../../storage/embeddings/embedding-table.ts';
import { listWaiting } from '../../storage/profiles/profile-table.ts';
import type { Call } from '../call.ts';
import { embedBatch, pendingTexts } from '../embeddings.ts';
import type { OpenProject } from '../open-project.ts';
import { buildProfiles } from './build-profiles.ts';

type Progress = Output<'conversations.progress'>;

/** Conversations that are read for topics before what was found is written. */
const conversationsTogether = 10;
/** After a failure the embedder is left alone for a while, e.g. an endpoint that is not running. */
const restMs = 60_000;

interface Work {
  isRunning: boolean;
  restUntilMs: number;
}

const works = new WeakMap<ContentDatabase['epoch'], Work>();

/**
 * Makes what imported conversations wait for, topics, entities and embeddings, while everybody goes on; only in programs
 * that stay. What waits stands in the database, so that whoever opens the project next goes on after a kill. Nobody
 * waits for it, so a failure is told in the log.
 */
export function deriveInBackground(project: OpenProject, call: Call): void {
  const { options } = call.app;
  const { clock } = options.world;
  if (options.shell === 'none' && call.caller.door !== 'mcp') return;
  const work = works.get(project.content.epoch) ?? { isRunning: false, restUntilMs: 0 };
  works.set(project.content.epoch, work);
  if (work.isRunning || clock.monotonicMs() < work.restUntilMs || !project.trust.isTrusted()) return;
  work.isRunning = true;
  deriveWaiting(project, call, () => call.app.projects.held() !== project)
    .catch(error => {
      work.restUntilMs = clock.monotonicMs() + restMs;
      options.logger.info('conversations are not prepared further for now', { error: String(error) });
    })
    .finally(() => {
      work.isRunning = false;
    });
}

/** The same for somebody who waits; cancelled, what was made stays. */
export async function deriveNow(project: OpenProject, call: Call): Promise<Output<'conversations.derive'>> {
  const made = await deriveWaiting(project, call, () => call.cancel.cancelled);
  if (call.cancel.cancelled)
    throw new AppError(
      'deadline',
      `cancelled; ${made.embedded} texts and ${made.conversations} conversations were made, and stay`,
    );
  return made;
}

/** What of all conversations is still to be made, and whether this process makes it now. */
export async function derivingProgress({ content }: OpenProject, call: Call): Promise<Progress> {
  const { ids } = call.app.options.world.embedder;
  const waiting = await content.read(
    database => ({
      texts: countWaitingTexts(database, conversationCollection(''), ids),
      conversations: listWaiting(database).length,
    }),
    { texts: 0, conversations: 0 },
  );
  return { ...waiting, working: works.get(content.epoch)?.isRunning ?? false };
}

async function deriveWaiting(
  project: OpenProject,
  call: Call,
  isOver: () => boolean,
): Promise<Output<'conversations.derive'>> {
  const made = { embedded: 0, conversations: 0 };
  for (;;) {
    const [profiled, embedded] = [await profileBatch(project, call), await embedAll(project, call, isOver)];
    made.conversations += profiled;
    made.embedded += embedded;
    if (isOver() || (profiled === 0 && embedded === 0)) return made;
  }
}

/** Reads the next conversations for topics and entities; how many. */
async function profileBatch(project: OpenProject, call: Call): Promise<number> {
  const { content } = project;
  const waiting = await content.read(listWaiting, []);
  const ids = waiting.slice(0, conversationsTogether);
  if (ids.length === 0) return 0;
  const most = 1_000_000;
  const talks = await content.read(
    database =>
      ids.map(id => ({ id, messages: readMessages(database, id, 0, most).map(({ message }) => message) })),
    [],
  );
  await buildProfiles(project, call, talks);
  call.app.events.publish({ event: 'project:changed', what: 'topics' });
  return ids.length;
}

async function embedAll(project: OpenProject, call: Call, isOver: () => boolean): Promise<number> {
  // Topics are quick, and first for all.
  if ((await project.content.read(listWaiting, [])).length > 0) return 0;
  let embedded = 0;
  for (const { id } of await project.content.read(listConversations, []))
    embedded += await embedPending(project, call, conversationCollection(id), isOver);
  return embedded;
}

/** Embeds what of one conversation is not embedded yet, a few texts at a time; how many. */
export async function embedPending(
  project: OpenProject,
  call: Call,
  collection: string,
  isOver: () => boolean,
): Promise<number> {
  const { events, options } = call.app;
  const pending = await pendingTexts(project, collection);
  // An endpoint that is not set here may be set on another machine.
  if (pending === undefined || !options.world.embedder.ids.includes(pending.embedder)) return 0;
  const { total } = pending;
  for (let done = 0; ; ) {
    if (isOver()) return done;
    const embedded = await embedBatch(project, call, pending);
    if (embedded === 0) return done;
    done += embedded;
    events.publish({ event: 'documents:embedding', collection, done: Math.min(done, total), total });
  }
}
