import type { StepKind } from '../step-kind.ts';

/** `conditional`: runs one of two lists of steps, by a condition. */
export const conditional = {
  label: 'If',
  summary: 'Runs one of two lists of steps, by a condition.',
  result: 'boolean',
  params: {
    condition: {
      kind: 'condition',
      label: 'Condition',
      required: true,
      help: "Such as results.count >= 5 or query.contains('error').",
    },
    thenSteps: { kind: 'steps', label: 'Then' },
    elseSteps: { kind: 'steps', label: 'Else' },
  },
  brief: ({ text, length, count }) =>
    length('thenSteps') + length('elseSteps') === 0
      ? [text('condition')]
      : [
          text('condition'),
          `then ${count('thenSteps', 'step')}`,
          length('elseSteps') === 0 ? '' : `else ${count('elseSteps', 'step')}`,
        ],
} as const satisfies StepKind;
