import { annotate as kind } from '../../../../shared/pipeline/steps/annotate.ts';
import { defineStep, listOf } from '../define-step.ts';
import { believedAs } from '../trust.ts';

/** Writes beside each element where it came from and when. */
export const annotate = defineStep(kind, {
  reads: ['clock'],
  run: ({ params: { label = '' }, source, memoryId, alias, clock, namedIn }) => {
    const provenance = { memory_id: memoryId, step: alias, retrieved_at: clock.nowIso(), label };
    const annotated = source.map(element => ({ ...element, provenance }));
    // What stands beside an element may become a text, as the name of its group.
    const least = namedIn('label');
    return listOf(least === undefined ? annotated : annotated.map(element => believedAs(element, least)));
  },
});
