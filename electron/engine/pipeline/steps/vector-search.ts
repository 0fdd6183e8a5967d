import { vectorSearch as kind } from '../../../../shared/pipeline/steps/vector-search.ts';
import { defineStep } from '../define-step.ts';
import { foundIn } from './document-search.ts';

/** Chunks of one collection by cosine. */
export const vectorSearch = defineStep(kind, {
  reads: ['searchVectors', 'collections'],
  run: async ({ params: { query, collection, topK, minScore }, stores, cancel }) =>
    foundIn(await stores.searchVectors({ query, collection, topK, minScore }, cancel), collection, stores),
});
