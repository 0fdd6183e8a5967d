import { numberParam } from './read-params.ts';
import { listOf, type StepRunner } from './step-runner.ts';

/** M2 `summarize`: the first n elements. */
export const runSummarize: StepRunner = ({ params, source }) =>
  listOf(source.slice(0, numberParam(params, 'max_items', 0)));
