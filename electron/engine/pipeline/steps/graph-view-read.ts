import { graphViewRead as kind } from '../../../../shared/pipeline/steps/graph-view-read.ts';
import { defineStep, listOf } from '../define-step.ts';

/** The nodes of a saved view. */
export const graphViewRead = defineStep(kind, {
  reads: ['readGraphView'],
  run: async ({ params: { viewId }, stores, cancel }) => listOf(await stores.readGraphView(viewId, cancel)),
});
