import type { StepKind } from '../step-kind.ts';
import { source } from '../usual-params.ts';

/** `summarize`: the first n elements. */
export const summarize = {
  label: 'Take the first',
  summary: 'Keeps the first n elements.',
  result: 'elements',
  params: {
    source,
    max_items: { kind: 'number', label: 'Items', required: true, min: 0, whole: true },
  },
  narrows: true,
  brief: ({ source: from, after }) => [from, after('first', 'max_items')],
} as const satisfies StepKind;
