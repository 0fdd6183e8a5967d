import { isJsonObject } from '../model/json.ts';
import type { Step } from '../model/memory.ts';
import { type Branch, branches, maxBranchDepth, rawBranch } from './branches.ts';
import { isStepType } from './step-kinds.ts';

/** The steps of a branch; what is no step is left out (`checkMemory` complains about it). */
export function branchSteps(step: Pick<Step, 'type' | 'params'>, branch: Branch): readonly Step[] {
  const steps = rawBranch(step, branch);
  return steps.filter(isStep);
}

/** What makes it a step is its type; parameters are judged by their own check. */
export const isStep = (raw: unknown): raw is Step => isJsonObject(raw) && isStepType(raw.type);

/** What the default aliases in a branch begin with, so that they differ from those outside. */
export function branchPrefix(alias: string, branch: Branch): string {
  return `${alias}_${branch === 'thenSteps' ? 'then' : 'else'}_`;
}

/** A step where it stands. */
export interface PlacedStep {
  readonly step: Step;
  readonly alias: string;
  /** From the memory on: `retrieval.pipeline.0.params.thenSteps.1`. */
  readonly path: string;
  /** Aliases that may have a result when it runs. */
  readonly earlier: readonly string[];
}

/** All steps of a pipeline, those of branches behind their conditional; deeper ones than allowed are left out. */
export function placeSteps(pipeline: readonly Step[]): PlacedStep[] {
  return placeIn(pipeline, { path: 'retrieval.pipeline', prefix: '', earlier: [], depth: 0 });
}

interface Place {
  readonly path: string;
  readonly prefix: string;
  readonly earlier: readonly string[];
  readonly depth: number;
}

function placeIn(steps: readonly Step[], { path, prefix, earlier, depth }: Place): PlacedStep[] {
  const known = [...earlier];
  return steps.flatMap((step, index) => {
    const alias = aliasIn(prefix, step, index);
    const own = { step, alias, path: `${path}.${index}`, earlier: [...known] };
    known.push(alias);
    const nested = depth >= maxBranchDepth ? [] : branches.flatMap(branch => placeBranch(own, branch, depth));
    known.push(...nested.map(placed => placed.alias));
    return [own, ...nested];
  });
}

function placeBranch(
  { step, alias, path, earlier }: PlacedStep,
  branch: Branch,
  depth: number,
): PlacedStep[] {
  return placeIn(branchSteps(step, branch), {
    path: `${path}.params.${branch}`,
    prefix: branchPrefix(alias, branch),
    earlier: [...earlier, alias],
    depth: depth + 1,
  });
}

/** The alias of a step of a list whose default aliases begin with `prefix`. */
export function aliasIn(prefix: string, step: Pick<Step, 'type' | 'alias'>, index: number): string {
  return step.alias ?? `${prefix}${step.type}_${index + 1}`;
}

/** The name a step's result is kept under: its alias, else `<type>_<n>` with n its position from 1. */
export function stepAlias(step: Pick<Step, 'type' | 'alias'>, index: number): string {
  return aliasIn('', step, index);
}
