import type { Element } from '../../../../shared/model/element.ts';
import { score as kind } from '../../../../shared/pipeline/steps/score.ts';
import { defineStep, listOf } from '../define-step.ts';
import { fieldValue } from '../element-value.ts';

/** The weighted sum of numeric fields (absent = 0) becomes the score; descending, stable. */
export const score = defineStep(kind, {
  run: ({ params, source }) => {
    // Read once: a step may weigh a thousand fields of as many elements as it likes.
    const weights = Object.entries(params.weights).flatMap(([field, weight]) =>
      typeof weight === 'number' ? [{ field, weight }] : [],
    );
    const scored = source.map(element => ({ ...element, score: weightedSum(element, weights) }));
    return listOf(scored.toSorted((left, right) => right.score - left.score).slice(0, params.topK));
  },
});

interface Weight {
  readonly field: string;
  readonly weight: number;
}

/** Finite, so that the order stays total. */
function weightedSum(element: Element, weights: readonly Weight[]): number {
  let sum = 0;
  for (const { field, weight } of weights) {
    const value = fieldValue(element, field);
    if (typeof value === 'number') sum += value * weight;
  }
  return Number.isFinite(sum) ? sum : 0;
}
