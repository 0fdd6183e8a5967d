import { rank as kind } from '../../../../shared/pipeline/steps/rank.ts';
import { compareDescending } from '../compare-values.ts';
import { defineStep, listOf } from '../define-step.ts';
import { fieldValue } from '../element-value.ts';

const rankFields = { score_desc: 'score', recency: 'timestamp', relevance: 'relevance' } as const;

/** Descending and stable by score, time or relevance; elements without the field come last. */
export const rank = defineStep(kind, {
  run: ({ params: { strategy, topK }, source }) => {
    const field = rankFields[strategy];
    const ranked = source.toSorted((left, right) =>
      compareDescending(fieldValue(left, field), fieldValue(right, field)),
    );
    return listOf(ranked.slice(0, topK));
  },
});
