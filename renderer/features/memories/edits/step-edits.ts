import type { JsonObject } from '../../../../shared/model/json.ts';
import type { PersistentMemory, Step } from '../../../../shared/model/memory.ts';
import { renameResult } from '../../../../shared/pipeline/expression/rename-result.ts';
import { isStep, stepAlias } from '../../../../shared/pipeline/nested-steps.ts';
import type { ParamSpec } from '../../../../shared/pipeline/step-kind.ts';
import { type StepType, stepKind } from '../../../../shared/pipeline/step-kinds.ts';

/** Steps are changed in place: the memory is a draft of the documents store. */
export function addStep(memory: PersistentMemory, type: StepType): void {
  const pipeline = memory.retrieval.pipeline;
  const taken = pipeline.flatMap(step => step.alias ?? []);
  pipeline.push(stepWithAlias(type, pipeline.map(stepAlias), taken));
}

/** Moves one step; positions are those of the list before the move, and `to` is where the step ends up. */
export function moveStep(memory: PersistentMemory, from: number, to: number): void {
  const pipeline = memory.retrieval.pipeline;
  const [step] = pipeline.splice(from, 1);
  if (step) pipeline.splice(Math.max(0, Math.min(to, pipeline.length)), 0, step);
}

export function duplicateStep(memory: PersistentMemory, index: number): void {
  const pipeline = memory.retrieval.pipeline;
  const step = pipeline[index];
  if (!step) return;
  const copy: Step = JSON.parse(JSON.stringify(step));
  pipeline.splice(index + 1, 0, {
    ...copy,
    alias: freeAlias(
      step.alias ?? step.type,
      pipeline.flatMap(other => other.alias ?? []),
    ),
  });
}

export function removeStep(memory: PersistentMemory, index: number): void {
  memory.retrieval.pipeline.splice(index, 1);
}

/** Sets one parameter; `undefined` takes it out, so that the engine's own default holds. */
export function setParam(memory: PersistentMemory, index: number, name: string, value: unknown): void {
  const step = memory.retrieval.pipeline[index];
  if (step) step.params = withParam(step, name, value).params;
}

/** A step with one parameter set; the others keep their order. */
export function withParam(step: Step, name: string, value: unknown): Step & { params: JsonObject } {
  const before = Object.entries(step.params ?? {});
  const params = Object.hasOwn(step.params ?? {}, name)
    ? before.map(([key, old]) => [key, key === name ? value : old] as const)
    : [...before, [name, value] as const];
  return { ...step, params: Object.fromEntries(params.filter(([, kept]) => kept !== undefined)) };
}

/** The steps with one of them elsewhere; `to` is where it ends up. */
export function movedStep(steps: readonly Step[], from: number, to: number): Step[] {
  const others = steps.filter((_step, place) => place !== from);
  return [...others.slice(0, to), ...steps.slice(from, from + 1), ...others.slice(to)];
}

/** Renames a step's alias, and every place of the pipeline that speaks of it. */
export function setAlias(memory: PersistentMemory, index: number, alias: string | undefined): void {
  const pipeline = memory.retrieval.pipeline;
  const step = pipeline[index];
  if (!step) return;
  const before = stepAlias(step, index);
  if (alias === undefined) delete step.alias;
  else step.alias = alias;
  for (const later of pipeline.slice(index + 1)) renameIn(later, before, stepAlias(step, index));
}

/** Aliases that a step may read from: those of the steps before it. */
export function earlierAliases(pipeline: readonly Step[], index: number): string[] {
  return pipeline.slice(0, index).map(stepAlias);
}

/** The names of all other steps. */
export const otherAliases = (pipeline: readonly Step[], index: number): string[] =>
  pipeline.map(stepAlias).filter((_alias, at) => at !== index);

/** A new step that may read from `earlier` aliases, with a name that is not taken. */
export function stepWithAlias(type: StepType, earlier: readonly string[], taken: readonly string[]): Step {
  const params = initialParams(stepKind(type).params, earlier);
  const alias = freeAlias(type, taken);
  return Object.keys(params).length === 0 ? { type, alias } : { type, alias, params };
}

/** What is required and can be empty, or is all there is to take; nothing else is guessed: its field asks. */
function initialParams(specs: Readonly<Record<string, ParamSpec>>, aliases: readonly string[]): JsonObject {
  const values = Object.entries(specs).flatMap(([name, spec]) => {
    const value = spec.required === true ? initialValue(spec.kind, aliases) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(values);
}

function initialValue(kind: ParamSpec['kind'], aliases: readonly string[]): string[] | undefined {
  if (kind === 'sources') return [...aliases];
  return kind === 'items' || kind === 'texts' ? [] : undefined;
}

function freeAlias(wanted: string, aliases: readonly string[]): string {
  const taken = new Set(aliases);
  if (!taken.has(wanted)) return wanted;
  const base = wanted.replace(/_\d+$/, '').slice(0, 60);
  for (let number = 2; ; number += 1) {
    if (!taken.has(`${base}_${number}`)) return `${base}_${number}`;
  }
}

function renameIn(step: Step, before: string, after: string): void {
  if (step.params === undefined) return;
  const specs = stepKind(step.type).params;
  const renamed = Object.entries(step.params).map(([name, value]) => {
    const kind = specs[name]?.kind;
    if (kind === 'source' && value === before) return [name, after] as const;
    if (kind === 'sources' && Array.isArray(value))
      return [name, value.map(entry => (entry === before ? after : entry))] as const;
    if (kind === 'steps' && Array.isArray(value)) return [name, renamedSteps(value, before, after)] as const;
    const text =
      kind === 'condition' && typeof value === 'string' ? renameResult(value, before, after) : value;
    return [name, renameTemplates(text, before, after)] as const;
  });
  step.params = Object.fromEntries(renamed);
}

function renamedSteps(steps: readonly unknown[], before: string, after: string): unknown[] {
  const copies: unknown[] = JSON.parse(JSON.stringify(steps));
  for (const copy of copies) {
    // It is a copy, so it may be changed.
    if (isStep(copy)) renameIn(copy, before, after);
  }
  return copies;
}

/** `${alias}` in any string at any depth; `$${` is a literal and stays. */
function renameTemplates(value: unknown, before: string, after: string): unknown {
  if (typeof value === 'string') {
    return value.replace(/\$\$\{|\$\{([^}]*)\}/g, (found, name?: string) =>
      name?.trim() === before ? `\${${after}}` : found,
    );
  }
  if (Array.isArray(value)) return value.map(entry => renameTemplates(entry, before, after));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, renameTemplates(entry, before, after)]),
  );
}
