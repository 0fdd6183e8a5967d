import type { Step } from '../../../../shared/model/memory.ts';
import type { Problem } from '../../../../shared/model/problem.ts';
import type { ParamSpec } from '../../../../shared/pipeline/step-kind.ts';
import { stepKind } from '../../../../shared/pipeline/step-kinds.ts';
import { t, told } from '../../../texts/texts.ts';

/** The parameters a form asks for: all of the step's but those nobody looks at as it stands. */
export function askedParams({ type, params = {} }: Step): [name: string, spec: ParamSpec][] {
  return Object.entries(stepKind(type).params).filter(([, { isIdle }]) => isIdle?.(params) !== true);
}

/** What is wrong with a step, in the words of its form instead of those of its file. */
export function problemWords({ type }: Pick<Step, 'type'>, { code, path, message }: Problem): string {
  const name = /^params\.([^.]+)$/.exec(path)?.[1];
  const { params } = stepKind(type);
  const label = name !== undefined && Object.hasOwn(params, name) ? params[name]?.label : undefined;
  if (label === undefined) return told(message);
  if (code === 'missing_param') return t('Missing: {label}', { label });
  return message.startsWith(`${name} `) ? told(label) + told(message).slice(name?.length) : told(message);
}

/** What a form says under the control of a parameter. */
export function paramError(step: Step, problems: readonly Problem[], name: string): string | undefined {
  const problem = problems.find(({ path }) => path === `params.${name}`);
  return problem && problemWords(step, problem);
}
