import type { StepKind } from '../step-kind.ts';
import { field, source } from '../usual-params.ts';

/** `reduce_latest`: the newest element per entity, newest first; elements without an entity stay. */
export const reduceLatest = {
  label: 'Latest of each',
  summary: 'The newest element per entity, newest first.',
  result: 'elements',
  params: {
    source,
    entityField: { ...field, label: 'Entity field' },
    sortField: { ...field, label: 'Sort field' },
  },
  narrows: true,
  brief: ({ source: from, after }) => [from, after('per', 'entityField'), after('by', 'sortField')],
} as const satisfies StepKind;
