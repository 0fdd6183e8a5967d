import type { eventLogContract } from '../../../shared/contract/stores.ts';
import type { Element } from '../../../shared/model/element.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
import type { EventQuery } from '../../engine/ports.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import { appendEvents, type LoggedEvent, searchEvents } from '../../storage/events/event-table.ts';
import type { Handlers } from '../project/call.ts';
import { redactionModeOf } from '../project/config.ts';
import { inUtc } from '../project/in-utc.ts';

const defaultStream = 'main';

export const eventLogHandlers: Handlers<keyof typeof eventLogContract> = {
  async 'events.append'({ instance, events }, call) {
    const { content } = await call.project();
    const { clock, mintId } = call.world;
    const now = clock.nowIso();
    // What an agent writes is not the user's word.
    const trust = call.caller.door === 'mcp' ? 'agent' : 'user';
    const logged = events.map(
      ({ type, stream = defaultStream, content: text, data, timestamp }): LoggedEvent => ({
        id: mintId(),
        instance,
        stream,
        type,
        timestamp: inUtc(timestamp ?? now),
        content: text,
        data: data ?? null,
        trust,
      }),
    );
    await content.write(database => appendEvents(database, instance, logged));
    call.publish({ event: 'project:changed', what: 'events' });
    return { ids: logged.map(({ id }) => id) };
  },

  async 'events.search'({ limit = 20, ...filter }, call) {
    const project = await call.project();
    const { instance, eventType, streamId, since } = filter;
    const events = await searchLog(project.content, {
      instance,
      limit,
      ...(eventType !== undefined && { eventType }),
      ...(streamId !== undefined && { streamId }),
      ...(since !== undefined && { since }),
    });
    return { events: redactValue(events, await redactionModeOf(project)) };
  },
};

/** Events as elements, newest first (`log_search`). */
export function searchLog(content: ContentDatabase, query: EventQuery): Promise<Element[]> {
  const since = query.since === undefined ? undefined : inUtc(query.since);
  return content.read(database => searchEvents(database, { ...query, since }).map(toElement), []);
}

function toElement(event: LoggedEvent): Element {
  const { id, instance, stream, type, timestamp, content, data, trust } = event;
  const source = { kind: 'event', ref: `${instance}/${id}`, title: type, timestamp, trust };
  return { id, title: type, content, timestamp, source, instance, stream, type, data };
}
