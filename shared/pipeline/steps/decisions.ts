import { decisionStatuses } from '../../model/ledger-words.ts';
import type { StepKind } from '../step-kind.ts';
import { ledgerLimit, ledgerScope } from '../usual-params.ts';

/** `decisions`: decisions of a scope, newest first; those in force unless another status is asked for. */
export const decisions = {
  label: 'Decisions',
  summary: 'Decisions of the ledger, newest first.',
  result: 'elements',
  params: {
    scope: ledgerScope,
    status: {
      kind: 'choice',
      label: 'Status',
      choices: [...decisionStatuses, 'all'],
      help: 'Active and provisional ones when empty.',
    },
    limit: ledgerLimit,
  },
  brief: ({ text, after }) => [text('status') || 'in force', after('in', 'scope'), after('at most', 'limit')],
} as const satisfies StepKind;
