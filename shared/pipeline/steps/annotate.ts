import type { StepKind } from '../step-kind.ts';
import { source } from '../usual-params.ts';

/** `annotate`: writes beside each element where it came from and when. */
export const annotate = {
  label: 'Annotate',
  summary: 'Writes where each element came from beside it.',
  result: 'elements',
  params: { source, label: { kind: 'text', label: 'Label' } },
  brief: ({ source: from, text }) => [from, text('label')],
} as const satisfies StepKind;
