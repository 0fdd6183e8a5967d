import type { StepKind } from '../step-kind.ts';
import { listTop, source } from '../usual-params.ts';

/** `score`: the weighted sum of numeric fields (absent = 0) becomes the score; descending, stable. */
export const score = {
  label: 'Score',
  summary: 'Weighted sum of numeric fields, best first.',
  result: 'elements',
  params: {
    source,
    weights: {
      kind: 'weights',
      label: 'Weights',
      required: true,
      help: 'Field and weight, one a line.',
      offers: 'fields',
    },
    topK: listTop,
  },
  narrows: true,
  brief: ({ source: from, params, after }) => [from, weightWords(params.weights), after('top', 'topK')],
} as const satisfies StepKind;

function weightWords(weights: unknown): string {
  if (typeof weights !== 'object' || weights === null) return '';
  return Object.entries(weights)
    .map(([name, weight]) => `${name} × ${String(weight)}`)
    .join(' + ');
}
