import { summarize as kind } from '../../../../shared/pipeline/steps/summarize.ts';
import { defineStep, listOf } from '../define-step.ts';

/** The first n elements. */
export const summarize = defineStep(kind, {
  run: ({ params, source }) => listOf(source.slice(0, params.max_items)),
});
