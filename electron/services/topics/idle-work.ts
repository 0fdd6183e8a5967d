import { createCancelSource } from '../../engine/cancel.ts';
import { listConversations } from '../../storage/conversations/conversation-table.ts';
import { conversationCollection } from '../../storage/conversations/message-table.ts';
import type { PartKind } from '../../storage/kept-parts.ts';
import { embedPending } from '../conversations/derive-conversations.ts';
import type { Needs } from '../project/call.ts';
import type { OpenProject } from '../project/project.ts';
import { prebuildPredicted } from './prebuild.ts';

/** What is done in a project for users who are away, and how it is stopped. */
const idleWork: PartKind<{ stop?: () => void }> = { make: () => ({}), close: work => work.stop?.() };

type IdleNeeds = Needs<'world' | 'logger' | 'publish' | 'compiled' | 'redact' | 'ports'>;

/**
 * Compiles what the user will likely want, then embeds conversations that nobody embedded yet, a few texts
 * at a time. One at a time; nobody waits for it, so a failure is told in the log.
 */
export function startIdleWork(project: OpenProject, needs: IdleNeeds, deviceId: string): void {
  const running = project.parts.of(idleWork);
  if (running.stop !== undefined) return;
  const { cancel, trigger } = createCancelSource();
  running.stop = trigger;
  work(project, { ...needs, cancel }, deviceId)
    .catch(error => needs.logger.warn('nothing could be prepared ahead', { error: String(error) }))
    .finally(() => delete running.stop);
}

/** The user is back: what is begun is finished, nothing else is begun. */
export const stopIdleWork = (project: OpenProject): void => project.parts.of(idleWork).stop?.();

async function work(
  project: OpenProject,
  needs: IdleNeeds & Needs<'cancel'>,
  deviceId: string,
): Promise<void> {
  const made = await prebuildPredicted(project, needs, deviceId);
  if (made.length > 0) needs.publish({ event: 'project:changed', what: 'topics' });
  const conversations = await project.content.read(listConversations, []);
  const isOver = (): boolean => needs.cancel.cancelled || project.isClosed();
  for (const { id } of conversations) await embedPending(project, needs, conversationCollection(id), isOver);
}
