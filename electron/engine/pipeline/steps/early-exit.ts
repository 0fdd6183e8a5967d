import { earlyExit as kind } from '../../../../shared/pipeline/steps/early-exit.ts';
import { defineStep } from '../define-step.ts';
import { conditionHolds } from './conditional.ts';

/** Ends the pipeline with what there is when the condition holds. */
export const earlyExit = defineStep(kind, {
  reads: ['intent'],
  run: context => {
    const value = conditionHolds(context.params.condition, context);
    return { kind: 'boolean', value, ...(value && { isLast: true }) };
  },
});
