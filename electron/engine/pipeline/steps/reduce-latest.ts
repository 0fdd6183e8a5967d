import { compareDescending } from '../compare-values.ts';
import { fieldValue } from '../element-value.ts';
import { firstOfEach } from './deduplicate.ts';
import { textParam } from './read-params.ts';
import { listOf, type StepRunner } from './step-runner.ts';

/** M2 `reduce_latest`: the newest element per entity, newest first; elements without an entity stay. */
export const runReduceLatest: StepRunner = ({ params, source }) => {
  const sortField = textParam(params, 'sortField') ?? '';
  const newestFirst = source.toSorted((left, right) =>
    compareDescending(fieldValue(left, sortField), fieldValue(right, sortField)),
  );
  return listOf(firstOfEach(newestFirst, textParam(params, 'entityField') ?? ''));
};
