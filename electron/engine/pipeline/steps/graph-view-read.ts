import { textParam } from './read-params.ts';
import { listOf, type StepRunner } from './step-runner.ts';

/** M2 `graph_view_read`: the nodes of a saved view. */
export const runGraphViewRead: StepRunner = async ({ params, ports, cancel }) =>
  listOf(await ports.stores.readGraphView(textParam(params, 'viewId') ?? '', cancel));
