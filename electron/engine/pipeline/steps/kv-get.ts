import { textParam, textsParam } from './read-params.ts';
import { listOf, type StepRunner } from './step-runner.ts';

/** M2 `kv_get`: one element per key that exists, in the order of the keys. */
export const runKvGet: StepRunner = async ({ params, ports, cancel }) =>
  listOf(
    await ports.stores.readKeys(
      {
        instance: textParam(params, 'instance') ?? '',
        namespace: textParam(params, 'namespace') ?? '',
        keys: textsParam(params, 'keys'),
      },
      cancel,
    ),
  );
