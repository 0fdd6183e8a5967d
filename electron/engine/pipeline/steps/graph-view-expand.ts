import type { Element } from '../../../../shared/model/element.ts';
import { graphViewExpand as kind } from '../../../../shared/pipeline/steps/graph-view-expand.ts';
import type { Cancel, GraphExpansion, StorePort } from '../../ports.ts';
import { defineStep, listOf } from '../define-step.ts';
import { believedAs, leastTrusted } from '../trust.ts';

/** The source's nodes, then what is within depth, breadth first. */
export const graphViewExpand = defineStep(kind, {
  reads: ['expandGraph'],
  run: async ({ params: { depth }, source, stores, cancel }) =>
    listOf([...source, ...(await nodesAround(source, { depth }, stores, cancel))]),
});

/** What lies around elements that are nodes, without themselves; whoever leads there vouches for it as well. */
export async function nodesAround(
  source: readonly Element[],
  how: Omit<GraphExpansion, 'from'>,
  stores: Pick<StorePort, 'expandGraph'>,
  cancel: Cancel,
): Promise<readonly Element[]> {
  const from = source.flatMap(element => element.id ?? []);
  if (from.length === 0) return [];
  const around = await stores.expandGraph({ from, ...how }, cancel);
  const least = leastTrusted(source);
  return Array.isArray(around) ? around.map(element => believedAs(element, least)) : around;
}
