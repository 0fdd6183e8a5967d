import { instantMs } from '../../../../shared/model/instant.ts';
import { logSearch as kind } from '../../../../shared/pipeline/steps/log-search.ts';
import { defineStep } from '../define-step.ts';
import { unknownNote } from '../step-result.ts';

/** Events of one instance, newest first; where there are none for want of that instance, it says so. */
export const logSearch = defineStep(kind, {
  reads: ['searchEvents', 'logInstances'],
  run: async ({ params: { instance, eventType, streamId, since, limit }, stores, cancel }) => {
    const query = {
      instance,
      ...(eventType !== undefined && { eventType }),
      ...(streamId !== undefined && { streamId }),
      ...(since !== undefined && { since: momentOf(since) }),
      limit,
    };
    const elements = await stores.searchEvents(query, cancel);
    const names = elements.length > 0 ? undefined : await stores.logInstances?.();
    const note = names && unknownNote('instance', instance, names, 'no events were logged');
    return { kind: 'elements', elements, ...(note && { note }) };
  },
});

/** Known only when templates are resolved, so it is judged here and not when the memory is saved. */
function momentOf(since: string): string {
  const moment = instantMs(since);
  if (moment === undefined) throw new Error(`"${since}" is no time; write one such as 2026-01-31T00:00:00Z`);
  return new Date(moment).toISOString();
}
