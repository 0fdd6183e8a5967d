import type { Step } from '../../../../shared/model/memory.ts';
import type { Problem } from '../../../../shared/model/problem.ts';
import type { ParamSpec } from '../../../../shared/pipeline/param-spec.ts';
import { stepSpec } from '../../../../shared/pipeline/step-specs.ts';
import { operatorCatalog } from '../../../../shared/rules/operators.ts';

const withoutValue: ReadonlySet<unknown> = new Set(
  Object.entries(operatorCatalog).flatMap(([name, { operand }]) => (operand === 'none' ? [name] : [])),
);

/** The parameters a form asks for: all of the step's spec but a value that its operator does not look at. */
export function askedParams({ type, params = {} }: Step): [name: string, spec: ParamSpec][] {
  const isIdle = (name: string) =>
    type === 'filter' && name === 'value' && withoutValue.has(params.operator) && params.value === undefined;
  return Object.entries(stepSpec(type).params).filter(([name]) => !isIdle(name));
}

/** What is wrong with a step, in the words of its form instead of those of its file. */
export function problemWords({ type }: Pick<Step, 'type'>, { code, path, message }: Problem): string {
  const name = /^params\.([^.]+)$/.exec(path)?.[1];
  const { params } = stepSpec(type);
  const label = name !== undefined && Object.hasOwn(params, name) ? params[name]?.label : undefined;
  if (label === undefined) return message;
  if (code === 'missing_param') return `${label} is needed`;
  return message.startsWith(`${name} `) ? label + message.slice(name?.length) : message;
}

/** What a form says under the control of a parameter. */
export function paramError(step: Step, problems: readonly Problem[], name: string): string | undefined {
  const problem = problems.find(({ path }) => path === `params.${name}`);
  return problem && problemWords(step, problem);
}
