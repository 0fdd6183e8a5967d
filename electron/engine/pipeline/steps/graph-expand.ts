import type { Element } from '../../../../shared/model/element.ts';
import type { GraphExpansion } from '../../ports.ts';
import { numberParam, textParam } from './read-params.ts';
import { listOf, type StepContext, type StepRunner } from './step-runner.ts';

/** M2 `graph_view_expand`: the source's nodes, then what is within depth, breadth first. */
export const runGraphViewExpand: StepRunner = async context =>
  listOf([...context.source, ...(await reached(context))]);

/** M2 `graph_neighbor_expand`: only what was not in the source. */
export const runGraphNeighborExpand: StepRunner = async context => listOf(await reached(context));

async function reached({ params, source, ports, cancel }: StepContext): Promise<readonly Element[]> {
  const from = source.flatMap(element => element.id ?? []);
  if (from.length === 0) return [];
  const relation = textParam(params, 'relation');
  const expansion: GraphExpansion = {
    from,
    depth: numberParam(params, 'depth', 1),
    ...(relation !== undefined && { relation }),
  };
  return ports.stores.expandGraph(expansion, cancel);
}
