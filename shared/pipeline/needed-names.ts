import type { Step } from '../model/memory.ts';
import { branches } from './branches.ts';
import { placeSteps } from './nested-steps.ts';
import { stepKind } from './step-kinds.ts';
import { templateNames } from './template-names.ts';

// Definitions are never written onto, so they are looked through once.
const needed = new WeakMap<readonly Step[], readonly string[]>();

/** Names that the steps ask for, those of both branches too, and no earlier step makes; those of the intent among them. */
export function neededNames(pipeline: readonly Step[]): readonly string[] {
  const known = needed.get(pipeline);
  if (known !== undefined) return known;
  const placed = placeSteps(pipeline);
  const texts = new Set(placed.filter(({ step }) => mayGiveText(step)).map(({ alias }) => alias));
  const names = placed.flatMap(({ step, earlier }) => {
    const isAfterText = earlier.some(alias => texts.has(alias));
    return [...ownNames(step), ...impliedNames(step, isAfterText)].filter(name => !earlier.includes(name));
  });
  const each = [...new Set(names)];
  needed.set(pipeline, each);
  return each;
}

/** Template names of a step without those of the steps in it. */
function ownNames(step: Step): string[] {
  const inBranches: readonly string[] = branches;
  const own = Object.entries(step.params ?? {}).filter(([name]) => !inBranches.includes(name));
  return templateNames(own.map(([, value]) => value));
}

/** What a step reads without saying so: what stands in for its absent parameters, and what its kind knows. */
export function impliedNames({ type, params = {} }: Step, isAfterText: boolean): string[] {
  const kind = stepKind(type);
  const absent = Object.entries(kind.params).filter(([name]) => isAbsent(params[name]));
  return [
    ...templateNames(absent.map(([, { fallback }]) => fallback)),
    ...(kind.asks?.(params, isAfterText) ?? []),
  ];
}

/** An empty field of a form says nothing. */
const isAbsent = (value: unknown): boolean => value === undefined || value === '';

/** Steps whose text the next one may take up. */
const mayGiveText = ({ type }: Step): boolean =>
  stepKind(type).result === 'text' || stepKind(type).mayGiveText === true;
