import type { Element } from '../../../../shared/model/element.ts';
import { graphViewExpand as kind } from '../../../../shared/pipeline/steps/graph-view-expand.ts';
import type { Cancel, GraphExpansion, StorePort } from '../../ports.ts';
import { defineStep, listOf } from '../define-step.ts';

/** The source's nodes, then what is within depth, breadth first. */
export const graphViewExpand = defineStep(kind, {
  reads: ['expandGraph'],
  run: async ({ params: { depth }, source, stores, cancel }) =>
    listOf([...source, ...(await nodesAround(source, { depth }, stores, cancel))]),
});

/** What lies around elements that are nodes, without themselves. */
export async function nodesAround(
  source: readonly Element[],
  how: Omit<GraphExpansion, 'from'>,
  stores: Pick<StorePort, 'expandGraph'>,
  cancel: Cancel,
): Promise<readonly Element[]> {
  const from = source.flatMap(element => element.id ?? []);
  return from.length === 0 ? [] : stores.expandGraph({ from, ...how }, cancel);
}
