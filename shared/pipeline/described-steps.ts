import type { ParamSpec, StepKind } from './step-kind.ts';
import { stepKinds } from './step-kinds.ts';

/** A step type as it is told to others: what can be written as JSON. */
export interface DescribedStep extends Pick<StepKind, 'label' | 'summary' | 'result'> {
  readonly params: Readonly<Record<string, Omit<ParamSpec, 'form' | 'isPattern' | 'isIdle' | 'offers'>>>;
}

/** Every step type with its parameters, defaults and bounds. */
export function describedSteps(): Record<string, DescribedStep> {
  return Object.fromEntries(Object.entries(stepKinds).map(([type, kind]) => [type, described(kind)]));
}

function described({ label, summary, result, params }: StepKind): DescribedStep {
  const told = Object.entries(params).map(([name, spec]) => {
    const { form: _form, isPattern: _isPattern, isIdle: _isIdle, offers: _offers, ...plain } = spec;
    return [name, plain] as const;
  });
  return { label, summary, result, params: Object.fromEntries(told) };
}
