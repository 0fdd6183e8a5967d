import type { StepKind } from '../step-kind.ts';

/** `merge`: the lists of several steps as one: after each other, in turns, or each value once. */
export const merge = {
  label: 'Merge',
  summary: 'Joins the lists of several steps.',
  result: 'elements',
  params: {
    sources: { kind: 'sources', label: 'From steps', required: true },
    strategy: {
      kind: 'choice',
      label: 'Strategy',
      choices: ['concat', 'interleave', 'unique'],
      fallback: 'concat',
    },
    uniqueField: { kind: 'text', label: 'Unique field', fallback: 'content', offers: 'fields' },
  },
  brief: ({ used, list }) => [used('strategy'), list('sources')],
} as const satisfies StepKind;
