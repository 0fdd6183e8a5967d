import type { StepKind } from '../step-kind.ts';

/** `derive_query`: a text to search with, made from the intent. */
export const deriveQuery = {
  label: 'Derive query',
  summary: 'Makes a text to search with from the request.',
  result: 'text',
  params: {
    from: {
      kind: 'choice',
      label: 'From',
      choices: ['query', 'keywords', 'action', 'context'],
      fallback: 'query',
    },
  },
  // The context is made of what is there.
  asks: ({ from = 'query' }) => (from === 'query' || from === 'keywords' || from === 'action' ? [from] : []),
  brief: ({ used }) => [`from ${used('from')}`],
} as const satisfies StepKind;
