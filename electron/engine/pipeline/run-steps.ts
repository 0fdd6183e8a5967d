import type { StepTrace } from '../../../shared/model/assembled-context.ts';
import type { Element } from '../../../shared/model/element.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import type { PersistentMemory, Step } from '../../../shared/model/memory.ts';
import { aliasIn, type Branch, branchPrefix, branchSteps } from '../../../shared/pipeline/nested-steps.ts';
import { stepSpec } from '../../../shared/pipeline/step-specs.ts';
import type { Cancel, EnginePorts } from '../ports.ts';
import type { RegexCache } from '../rules/regex-cache.ts';
import { checkResult } from './check-result.ts';
import { type PipelineInputs, readGiven, withDefaults } from './pipeline-inputs.ts';
import { resolveTemplates, soleName } from './resolve-templates.ts';
import { resultElements, type StepResult } from './step-result.ts';
import type { StepContext } from './steps/step-runner.ts';
import { stepRunners } from './steps/step-runners.ts';

/** One pipeline while it runs. Written by `runSteps` only; readable at any moment, also after it was given up. */
export interface PipelineProgress {
  readonly steps: StepTrace[];
  /** Results by alias, in the order of the steps. */
  readonly results: Map<string, StepResult>;
  /** The step that is running, and since when (monotonic milliseconds). */
  running: { readonly step: Step; readonly alias: string; readonly startedMs: number } | undefined;
  /** The newest list: what a step without `source` works on. */
  lastList: StepResult | undefined;
  /** The newest text. */
  lastText: string | undefined;
  /** What the pipeline gives so far: the newest list, or the text of a `format` step after it (M5). */
  output: StepResult | undefined;
}

export interface StepsEnv {
  readonly ports: EnginePorts;
  readonly cancel: Cancel;
  readonly regexes: RegexCache;
}

export function newProgress(): PipelineProgress {
  return {
    steps: [],
    results: new Map(),
    running: undefined,
    lastList: undefined,
    lastText: undefined,
    output: undefined,
  };
}

/** A pipeline with everything its steps need. */
interface RunningPipeline {
  readonly memory: PersistentMemory;
  readonly inputs: PipelineInputs;
  readonly env: StepsEnv;
  readonly progress: PipelineProgress;
}

/** Runs the steps in order and records each (M2). Rejects with what a step threw; stops silently when cancelled. */
export async function runSteps(
  memory: PersistentMemory,
  inputs: PipelineInputs,
  env: StepsEnv,
  progress: PipelineProgress,
): Promise<void> {
  const running = { memory, inputs: withDefaults(memory, inputs), env, progress };
  await runList(running, memory.retrieval.pipeline, '');
}

/** Runs a list of steps, the pipeline's or a branch's; resolves to whether the pipeline goes on after it. */
async function runList(running: RunningPipeline, steps: readonly Step[], prefix: string): Promise<boolean> {
  const { env, progress } = running;
  for (const [index, step] of steps.entries()) {
    if (env.cancel.cancelled) return false;
    const alias = aliasIn(prefix, step, index);
    progress.running = { step, alias, startedMs: env.ports.clock.monotonicMs() };
    const given = stepRunners[step.type](stepContext(running, step, alias));
    // Most steps read no store: what is there already needs no turn of its own.
    const result = checkResult(given instanceof Promise ? await given : given);
    // A store that ignores the cancel may answer long after the pipeline was given up.
    if (env.cancel.cancelled) return false;
    record(progress, step, result, env.ports.clock.monotonicMs());
    if (result.kind === 'boolean' && !(await runAnswer(running, step, alias, result.value))) return false;
  }
  return true;
}

/** What follows from the answer to a condition; resolves to whether the pipeline goes on. */
async function runAnswer(
  running: RunningPipeline,
  step: Step,
  alias: string,
  answer: boolean,
): Promise<boolean> {
  if (step.type === 'early_exit' && answer) return false;
  const branch: Branch = answer ? 'thenSteps' : 'elseSteps';
  return runList(running, branchSteps(step, branch), branchPrefix(alias, branch));
}

function stepContext(
  { memory, inputs, env, progress }: RunningPipeline,
  step: Step,
  alias: string,
): StepContext {
  const lookup = (name: string) => readName(name, inputs, progress);
  const params = resolvedParams(step, lookup);
  return {
    memoryId: memory.id,
    alias,
    params,
    intent: inputs.intent,
    variables: inputs.flat,
    lookup,
    source: sourceOf(params, progress),
    resultOf: (name: string) => progress.results.get(name),
    lastText: progress.lastText,
    ports: env.ports,
    cancel: env.cancel,
    regexes: env.regexes,
  };
}

/** Templates in every parameter (M3). A value that is one template and nothing else keeps the variable's type. */
function resolvedParams(step: Step, lookup: (name: string) => unknown): JsonObject {
  const { params = {} } = step;
  if (Object.values(params).every(isFinal)) return params;
  const specs = stepSpec(step.type).params;
  const entries = Object.entries(params).map(([name, value]) => {
    const kind = Object.hasOwn(specs, name) ? specs[name]?.kind : undefined;
    // What the caller says must not become part of a condition's text, and branches are resolved when they run.
    if (kind === 'condition' || kind === 'steps') return [name, value] as const;
    const sole = kind === 'value' && typeof value === 'string' ? soleName(value) : undefined;
    return [name, sole === undefined ? resolveTemplates(value, lookup) : lookup(sole)] as const;
  });
  return Object.fromEntries(entries);
}

/** Nothing to resolve, and nothing that a step could write into: lists and objects are always copied. */
function isFinal(value: unknown): boolean {
  return typeof value === 'string' ? !value.includes('${') : typeof value !== 'object' || value === null;
}

/** `${name}` comes from step results, then from what the request gives (M3). */
function readName(name: string, inputs: PipelineInputs, progress: PipelineProgress): unknown {
  const result = progress.results.get(name);
  if (result !== undefined) return templateValue(result);
  return readGiven(inputs, name);
}

function templateValue(result: StepResult): unknown {
  if (result.kind === 'text') return result.text;
  return result.kind === 'boolean' ? result.value : resultElements(result);
}

function sourceOf(params: JsonObject, progress: PipelineProgress): readonly Element[] {
  const alias = params.source;
  const result = typeof alias === 'string' && alias !== '' ? progress.results.get(alias) : progress.lastList;
  return result === undefined ? [] : resultElements(result);
}

function record(progress: PipelineProgress, step: Step, result: StepResult, nowMs: number): void {
  const { running } = progress;
  if (running === undefined) return;
  progress.results.set(running.alias, result);
  const isList = result.kind === 'elements' || result.kind === 'groups';
  if (isList) progress.lastList = result;
  if (result.kind === 'text') progress.lastText = result.text;
  if (isList || step.type === 'format') progress.output = result;
  progress.steps.push({
    type: step.type,
    alias: running.alias,
    duration_ms: Math.max(0, nowMs - running.startedMs),
    count: countOf(result),
    result: result.kind,
    ...(result.kind === 'elements' && result.note !== undefined && { note: result.note }),
  });
  progress.running = undefined;
}

function countOf(result: StepResult): number {
  if (result.kind === 'elements') return result.elements.length;
  if (result.kind === 'groups') return result.groups.length;
  return result.kind === 'text' ? 1 : 0;
}
