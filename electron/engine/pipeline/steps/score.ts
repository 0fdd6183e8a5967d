import type { Element } from '../../../../shared/model/element.ts';
import { isJsonObject } from '../../../../shared/model/json.ts';
import { fieldValue } from '../element-value.ts';
import { numberParam } from './read-params.ts';
import { listOf, type StepRunner } from './step-runner.ts';

/** M2 `score`: the weighted sum of numeric fields (absent = 0) becomes the score; descending, stable. */
export const runScore: StepRunner = ({ params, source }) => {
  // Read once: a step may weigh a thousand fields of as many elements as it likes.
  const weights = Object.entries(isJsonObject(params.weights) ? params.weights : {}).flatMap(
    ([field, weight]) => (typeof weight === 'number' ? [{ field, weight }] : []),
  );
  const scored = source.map(element => ({ ...element, score: weightedSum(element, weights) }));
  return listOf(
    scored
      .toSorted((left, right) => right.score - left.score)
      .slice(0, numberParam(params, 'topK', undefined)),
  );
};

interface Weight {
  readonly field: string;
  readonly weight: number;
}

/** Finite, so that the order stays total (F15). */
function weightedSum(element: Element, weights: readonly Weight[]): number {
  let sum = 0;
  for (const { field, weight } of weights) {
    const value = fieldValue(element, field);
    if (typeof value === 'number') sum += value * weight;
  }
  return Number.isFinite(sum) ? sum : 0;
}
