import { isMissing } from '../../../../shared/model/json.ts';
import { contextPackages as kind } from '../../../../shared/pipeline/steps/context-packages.ts';
import { defineStep, listOf } from '../define-step.ts';

/** What agents have left for this one in its session, in the order of their ranks. */
export const contextPackages = defineStep(kind, {
  reads: ['readPackages', 'variables'],
  run: async ({ params, variables, stores, cancel }) => {
    const sessionId = sessionOf(params.session_id, variables);
    if (sessionId === undefined) return listOf([]);
    const groupId = params.group_id ?? variableText(variables, 'group_id');
    const iteration = Number(variableText(variables, 'iteration') ?? 0);
    const query = {
      sessionId,
      agentType: params.agent_type ?? variableText(variables, 'agent_type') ?? '',
      ...(groupId !== undefined && { groupId }),
      iteration: Number.isInteger(iteration) ? iteration : 0,
    };
    return listOf(await stores.readPackages(query, cancel));
  },
});

/** The session a request belongs to: named by the step, else by the request; a thread is a session as well. */
export const sessionOf = (
  named: string | undefined,
  variables: ReadonlyMap<string, unknown>,
): string | undefined =>
  named ?? variableText(variables, 'session_id') ?? variableText(variables, 'thread_id');

function variableText(variables: ReadonlyMap<string, unknown>, name: string): string | undefined {
  const given = variables.get(name);
  return isMissing(given) || typeof given === 'object' || given === '' ? undefined : String(given);
}
