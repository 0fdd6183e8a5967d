import { annotate as kind } from '../../../../shared/pipeline/steps/annotate.ts';
import { defineStep, listOf } from '../define-step.ts';

/** Writes beside each element where it came from and when. */
export const annotate = defineStep(kind, {
  reads: ['clock'],
  run: ({ params: { label = '' }, source, memoryId, alias, clock }) => {
    const provenance = { memory_id: memoryId, step: alias, retrieved_at: clock.nowIso(), label };
    return listOf(source.map(element => ({ ...element, provenance })));
  },
});
