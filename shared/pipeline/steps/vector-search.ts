import type { StepKind } from '../step-kind.ts';
import { query, searchTop } from '../usual-params.ts';

/** `vector_search`: chunks of one collection by cosine. */
export const vectorSearch = {
  label: 'Search by meaning',
  summary: 'Chunks of one collection whose embedding is near the query.',
  result: 'elements',
  params: {
    collection: { kind: 'text', label: 'Collection', required: true, offers: 'collections' },
    query,
    topK: searchTop,
    minScore: { kind: 'number', label: 'Least cosine', fallback: 0.5, min: 0, max: 1 },
  },
  unit: 'chunk',
  brief: ({ used, after }) => [
    `top ${used('topK')}`,
    after('collection', 'collection'),
    after('at least', 'minScore'),
  ],
} as const satisfies StepKind;
