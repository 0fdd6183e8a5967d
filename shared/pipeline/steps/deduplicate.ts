import type { StepKind } from '../step-kind.ts';
import { field, source } from '../usual-params.ts';

/** `deduplicate`: the first element of each value of a field; elements without the field stay. */
export const deduplicate = {
  label: 'Deduplicate',
  summary: 'Keeps the first element of each value of a field.',
  result: 'elements',
  params: { source, field },
  narrows: true,
  brief: ({ source: from, after }) => [from, after('by', 'field')],
} as const satisfies StepKind;
