import { decisionStatuses } from '../../../../shared/model/ledger-words.ts';
import { decisions as kind } from '../../../../shared/pipeline/steps/decisions.ts';
import { defineStep, listOf } from '../define-step.ts';

const inForce = ['active', 'provisional'] as const;

/** Decisions of a scope, newest first; those in force unless another status is asked for. */
export const decisions = defineStep(kind, {
  reads: ['readDecisions'],
  run: async ({ params: { scope, status, limit }, stores, cancel }) => {
    const asked = decisionStatuses.filter(one => status === 'all' || status === one);
    const query = {
      ...(scope !== undefined && { scope }),
      statuses: status === undefined ? inForce : asked,
      limit,
    };
    return listOf(await stores.readDecisions(query, cancel));
  },
});
