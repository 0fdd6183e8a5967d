import type { StepKind } from '../step-kind.ts';

/** `early_exit`: ends the pipeline with what there is when a condition holds. */
export const earlyExit = {
  label: 'Stop when',
  summary: 'Ends the pipeline with what there is when a condition holds.',
  result: 'boolean',
  params: {
    condition: { kind: 'condition', label: 'Condition', required: true, help: 'Such as results.count >= 5.' },
  },
  brief: ({ text }) => [text('condition')],
} as const satisfies StepKind;
