import type { StepKind } from '../step-kind.ts';
import { source } from '../usual-params.ts';

/** `rewrite_query`: lower case, white space collapsed. Without a source it takes the last text, else the query. */
export const rewriteQuery = {
  label: 'Rewrite query',
  summary: 'Lower case, white space collapsed.',
  result: 'text',
  params: { source },
  asks: ({ source: alias = '' }, isAfterText) => (isAfterText || alias !== '' ? [] : ['query']),
  brief: ({ source: from }) => [from, 'lower case'],
} as const satisfies StepKind;
