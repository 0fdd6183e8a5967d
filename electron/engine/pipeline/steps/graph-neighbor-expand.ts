import { graphNeighborExpand as kind } from '../../../../shared/pipeline/steps/graph-neighbor-expand.ts';
import { defineStep, listOf } from '../define-step.ts';
import { nodesAround } from './graph-view-expand.ts';

/** Only what was not in the source. */
export const graphNeighborExpand = defineStep(kind, {
  reads: ['expandGraph'],
  run: async ({ params: { depth, relation }, source, stores, cancel }) => {
    const how = { depth, ...(relation !== undefined && { relation }) };
    return listOf(await nodesAround(source, how, stores, cancel));
  },
});
