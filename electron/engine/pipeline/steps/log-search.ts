import { numberParam, textParam } from './read-params.ts';
import { listOf, type StepRunner } from './step-runner.ts';

/** M2 `log_search`: events of one instance, newest first. */
export const runLogSearch: StepRunner = async ({ params, ports, cancel }) => {
  const eventType = textParam(params, 'eventType');
  const streamId = textParam(params, 'streamId');
  const since = textParam(params, 'since');
  const query = {
    instance: textParam(params, 'instance') ?? '',
    ...(eventType !== undefined && { eventType }),
    ...(streamId !== undefined && { streamId }),
    ...(since !== undefined && { since: momentOf(since) }),
    limit: numberParam(params, 'limit', 20),
  };
  return listOf(await ports.stores.searchEvents(query, cancel));
};

/** Known only when templates are resolved, so it is judged here and not when the memory is saved. */
function momentOf(since: string): string {
  const moment = Date.parse(since);
  if (!Number.isFinite(moment))
    throw new Error(`"${since}" is no time; write one such as 2026-01-31T00:00:00Z`);
  return new Date(moment).toISOString();
}
