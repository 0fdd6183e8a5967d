import type { StepKind } from '../step-kind.ts';
import { field, source } from '../usual-params.ts';

/** `group_by`: lists by the value of a field, in first-seen order; elements without the field form the group `(none)`. */
export const groupBy = {
  label: 'Group by',
  summary: 'One element per value of a field, in first-seen order.',
  result: 'groups',
  params: { source, field },
  brief: ({ source: from, after }) => [from, after('by', 'field')],
} as const satisfies StepKind;
