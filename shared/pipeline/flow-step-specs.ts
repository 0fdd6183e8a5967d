import type { StepSpec } from './param-spec.ts';

/** Steps that decide which others run (M2). */
export const flowStepSpecs = {
  conditional: {
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
  },
  early_exit: {
    label: 'Stop when',
    summary: 'Ends the pipeline with what there is when a condition holds.',
    result: 'boolean',
    params: {
      condition: {
        kind: 'condition',
        label: 'Condition',
        required: true,
        help: 'Such as results.count >= 5.',
      },
    },
  },
} as const satisfies Readonly<Record<string, StepSpec>>;
