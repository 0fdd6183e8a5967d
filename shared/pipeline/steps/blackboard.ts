import { entryTypes } from '../../model/ledger-words.ts';
import type { StepKind } from '../step-kind.ts';
import { ledgerLimit, ledgerScope } from '../usual-params.ts';

/** `blackboard`: entries of a scope that are not resolved, newest first. */
export const blackboard = {
  label: 'Blackboard',
  summary: 'Entries of the ledger that are not resolved, newest first.',
  result: 'elements',
  params: {
    scope: ledgerScope,
    entry_types: {
      kind: 'texts',
      label: 'Types',
      help: `All types when empty: ${entryTypes.join(', ')}.`,
    },
    limit: ledgerLimit,
  },
  brief: ({ list, after }) => [
    list('entry_types') || 'all types',
    after('in', 'scope'),
    after('at most', 'limit'),
  ],
} as const satisfies StepKind;
