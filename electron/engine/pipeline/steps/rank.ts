import { compareDescending } from '../compare-values.ts';
import { fieldValue } from '../element-value.ts';
import { numberParam, textParam } from './read-params.ts';
import { listOf, type StepRunner } from './step-runner.ts';

const rankFields: Readonly<Record<string, string>> = {
  score_desc: 'score',
  recency: 'timestamp',
  relevance: 'relevance',
};

/** M2 `rank`: descending and stable by score, time or relevance; elements without the field come last. */
export const runRank: StepRunner = ({ params, source }) => {
  const field = rankFields[textParam(params, 'strategy') ?? ''] ?? 'score';
  const ranked = source.toSorted((left, right) =>
    compareDescending(fieldValue(left, field), fieldValue(right, field)),
  );
  return listOf(ranked.slice(0, numberParam(params, 'topK', undefined)));
};
