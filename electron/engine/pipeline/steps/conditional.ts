import { parseExpression } from '../../../../shared/pipeline/expression/parse-expression.ts';
import { conditional as kind } from '../../../../shared/pipeline/steps/conditional.ts';
import type { StepContext } from '../define-step.ts';
import { defineStep } from '../define-step.ts';
import { holds } from '../evaluate-expression.ts';
import { readIntentField } from '../pipeline-inputs.ts';

/** Whether the condition holds; the runner of steps runs the branch that follows from it. */
export const conditional = defineStep(kind, {
  reads: ['intent'],
  run: context => ({ kind: 'boolean', value: conditionHolds(context.params.condition, context) }),
});

export function conditionHolds(
  condition: string,
  { source, resultOf, intent, lookup }: StepContext<unknown, 'intent'>,
): boolean {
  const parsed = parseExpression(condition);
  if (!parsed.ok) throw new Error(`the condition is wrong at character ${parsed.at + 1}: ${parsed.reason}`);
  return holds(parsed.expression, {
    lastCount: source.length,
    resultOf,
    intent: field => readIntentField(intent, field),
    template: lookup,
  });
}
