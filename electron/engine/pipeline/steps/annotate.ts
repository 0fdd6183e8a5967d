import { textParam } from './read-params.ts';
import { listOf, type StepRunner } from './step-runner.ts';

/** M2 `annotate`: writes beside each element where it came from and when. */
export const runAnnotate: StepRunner = ({ params, source, memoryId, alias, ports }) => {
  const provenance = {
    memory_id: memoryId,
    step: alias,
    retrieved_at: ports.clock.nowIso(),
    label: textParam(params, 'label') ?? '',
  };
  return listOf(source.map(element => ({ ...element, provenance })));
};
