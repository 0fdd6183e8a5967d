import { reduceLatest as kind } from '../../../../shared/pipeline/steps/reduce-latest.ts';
import { compareDescending } from '../compare-values.ts';
import { defineStep, listOf } from '../define-step.ts';
import { fieldValue } from '../element-value.ts';
import { firstOfEach } from './deduplicate.ts';

/** The newest element per entity, newest first; elements without an entity stay. */
export const reduceLatest = defineStep(kind, {
  run: ({ params: { entityField, sortField }, source }) => {
    const newestFirst = source.toSorted((left, right) =>
      compareDescending(fieldValue(left, sortField), fieldValue(right, sortField)),
    );
    return listOf(firstOfEach(newestFirst, entityField));
  },
});
