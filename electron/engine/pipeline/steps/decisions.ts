import { decisionStatuses } from '../../../../shared/model/ledger-words.ts';
import { numberParam, textParam } from './read-params.ts';
import { listOf, type StepRunner } from './step-runner.ts';

/** M2 `decisions`: decisions of a scope, newest first; those in force unless another status is asked for. */
export const runDecisions: StepRunner = async ({ params, ports, cancel }) => {
  const scope = textParam(params, 'scope');
  const status = textParam(params, 'status');
  const inForce = ['active', 'provisional'] as const;
  const asked = decisionStatuses.filter(one => status === 'all' || status === one);
  const query = {
    ...(scope !== undefined && { scope }),
    statuses: status === undefined ? inForce : asked,
    limit: numberParam(params, 'limit', 100),
  };
  return listOf(await ports.stores.readDecisions(query, cancel));
};
