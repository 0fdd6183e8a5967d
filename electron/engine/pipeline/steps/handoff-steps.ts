import { isMissing } from '../../../../shared/model/json.ts';
import { textParam } from './read-params.ts';
import { listOf, type StepContext, type StepRunner } from './step-runner.ts';

/** M2 `context_packages`: what agents have left for this one in its session, in the order of H4. */
export const runContextPackages: StepRunner = async context => {
  const sessionId = sessionOf(context);
  if (sessionId === undefined) return listOf([]);
  const groupId = named(context, 'group_id');
  const iteration = Number(named(context, 'iteration') ?? 0);
  const query = {
    sessionId,
    agentType: named(context, 'agent_type') ?? '',
    ...(groupId !== undefined && { groupId }),
    iteration: Number.isInteger(iteration) ? iteration : 0,
  };
  return listOf(await context.ports.stores.readPackages(query, context.cancel));
};

/** M2 `error_patterns`: the solutions that H6 chooses for the session's project. */
export const runErrorPatterns: StepRunner = async context =>
  listOf(await context.ports.stores.readErrorPatterns(sessionOf(context) ?? '', context.cancel));

/** K5 `session_state`: what sessions saved before a compaction; that of others is marked as historical. */
export const runSessionState: StepRunner = async context =>
  listOf(await context.ports.stores.readSessionState(sessionOf(context), context.cancel));

/** The session a request belongs to: named by the step, else by the request; a thread is a session as well (K5). */
const sessionOf = (context: StepContext): string | undefined =>
  named(context, 'session_id') ?? named(context, 'thread_id');

/** A parameter, else the request's variable of the same name. */
function named({ params, variables }: StepContext, name: string): string | undefined {
  const given = textParam(params, name) ?? variables.get(name);
  return isMissing(given) || typeof given === 'object' || given === '' ? undefined : String(given);
}
