import { isJsonObject } from '../model/json.ts';
import { isStepType, stepKind } from './step-kinds.ts';

/** The two lists of steps that a step may have, as a `conditional` has: parameters of the kind `steps`. */
export const branches = ['thenSteps', 'elseSteps'] as const;
export type Branch = (typeof branches)[number];

/** How deep conditionals may stand in each other. */
export const maxBranchDepth = 8;

/** The entries of a branch as they were written. */
export function rawBranch(step: unknown, branch: Branch): readonly unknown[] {
  if (!isJsonObject(step) || !hasBranch(step.type, branch) || !isJsonObject(step.params)) return [];
  const steps = step.params[branch];
  return Array.isArray(steps) ? steps : [];
}

const hasBranch = (type: unknown, branch: Branch): boolean =>
  isStepType(type) && stepKind(type).params[branch]?.kind === 'steps';
