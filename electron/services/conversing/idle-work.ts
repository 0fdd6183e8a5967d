import { createCancelSource } from '../../engine/cancel.ts';
import { listConversations } from '../../storage/conversations/conversation-table.ts';
import { conversationCollection } from '../../storage/conversations/message-table.ts';
import type { App } from '../app.ts';
import type { Call } from '../call.ts';
import { embedPending } from './derive-conversations.ts';
import { prebuildPredicted } from './prebuild.ts';

/** What an app does for users who are away, and how it is stopped. */
const running = new WeakMap<App, () => void>();

/**
 * Compiles what the user will likely want, then embeds conversations that nobody embedded yet, a few texts
 * at a time (T5). One at a time; nobody waits for it, so a failure is told in the log.
 */
export function startIdleWork(call: Call, deviceId: string): void {
  const { app } = call;
  if (running.has(app)) return;
  const { cancel, trigger } = createCancelSource();
  running.set(app, trigger);
  work({ ...call, cancel }, deviceId)
    .catch(error => app.options.logger.warn('nothing could be prepared ahead', { error: String(error) }))
    .finally(() => running.delete(app));
}

/** The user is back: what is begun is finished, nothing else is begun. */
export const stopIdleWork = (app: App): void => running.get(app)?.();

async function work(call: Call, deviceId: string): Promise<void> {
  const project = await call.project();
  const made = await prebuildPredicted(project, call, deviceId);
  if (made.length > 0) call.app.events.publish({ event: 'project:changed', what: 'topics' });
  const conversations = await project.content.read(listConversations, []);
  const isOver = (): boolean => call.cancel.cancelled || call.app.projects.held() !== project;
  for (const { id } of conversations) await embedPending(project, call, conversationCollection(id), isOver);
}
