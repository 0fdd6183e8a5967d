import type { StepKind } from '../step-kind.ts';
import { query, searchTop } from '../usual-params.ts';

/** `document_search`: best matching chunks, by words, meaning or both. */
export const documentSearch = {
  label: 'Search documents',
  summary: 'Best matching chunks of imported documents.',
  result: 'elements',
  params: {
    collection: {
      kind: 'text',
      label: 'Collection',
      help: 'All collections when empty.',
      offers: 'collections',
    },
    query,
    topK: searchTop,
    mode: {
      kind: 'choice',
      label: 'Mode',
      choices: ['keyword', 'semantic', 'hybrid'],
      fallback: 'keyword',
      help: 'By words, by meaning, or by both joined.',
    },
    minScore: { kind: 'number', label: 'Least score', fallback: 0, min: 0, max: 1 },
    neighbours: {
      kind: 'number',
      label: 'Neighbours',
      help: 'How many places before and after a good chunk gain from its score.',
      fallback: 0,
      min: 0,
      max: 2,
      whole: true,
    },
  },
  unit: 'chunk',
  brief: ({ used, after }) => [
    used('mode'),
    `top ${used('topK')}`,
    after('collection', 'collection'),
    after('at least', 'minScore'),
  ],
} as const satisfies StepKind;
