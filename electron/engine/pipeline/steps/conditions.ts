import { parseExpression } from '../../../../shared/pipeline/expression/parse-expression.ts';
import { holds } from '../evaluate-expression.ts';
import { readIntentField } from '../pipeline-inputs.ts';
import { textParam } from './read-params.ts';
import type { StepContext, StepRunner } from './step-runner.ts';

/** M2 `conditional`, `early_exit`: whether the condition holds; what follows from it is done by the runner of steps. */
export const runCondition: StepRunner = context => ({ kind: 'boolean', value: conditionHolds(context) });

function conditionHolds({ params, source, resultOf, intent, lookup }: StepContext): boolean {
  const parsed = parseExpression(textParam(params, 'condition') ?? '');
  if (!parsed.ok) throw new Error(`the condition is wrong at character ${parsed.at + 1}: ${parsed.reason}`);
  return holds(parsed.expression, {
    lastCount: source.length,
    resultOf,
    intent: field => readIntentField(intent, field),
    template: lookup,
  });
}
