import type { Element } from '../../../../shared/model/element.ts';
import { isJsonObject, type JsonObject } from '../../../../shared/model/json.ts';
import { fieldValue } from '../element-value.ts';
import { numberParam } from './read-params.ts';
import { listOf, type StepRunner } from './step-runner.ts';

/** M2 `score`: the weighted sum of numeric fields (absent = 0) becomes the score; descending, stable. */
export const runScore: StepRunner = ({ params, source }) => {
  const weights = isJsonObject(params.weights) ? params.weights : {};
  const scored = source.map(element => ({ ...element, score: weightedSum(element, weights) }));
  return listOf(
    scored
      .toSorted((left, right) => right.score - left.score)
      .slice(0, numberParam(params, 'topK', undefined)),
  );
};

/** Finite, so that the order stays total (F15). */
function weightedSum(element: Element, weights: JsonObject): number {
  const terms = Object.entries(weights).map(([field, weight]) => {
    const value = fieldValue(element, field);
    return typeof value === 'number' && typeof weight === 'number' ? value * weight : 0;
  });
  const sum = terms.reduce((total, term) => total + term, 0);
  return Number.isFinite(sum) ? sum : 0;
}
