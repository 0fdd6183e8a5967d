import type { StepTrace } from '../../../shared/model/assembled-context.ts';
import type { Element } from '../../../shared/model/element.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import type { PersistentMemory, Step } from '../../../shared/model/memory.ts';
import { stepAlias } from '../../../shared/pipeline/step-alias.ts';
import { stepSpec } from '../../../shared/pipeline/step-specs.ts';
import type { Cancel, EnginePorts } from '../ports.ts';
import type { RegexCache } from '../rules/regex-cache.ts';
import { checkResult } from './check-result.ts';
import { type PipelineInputs, readIntent, readVariable, withDefaults } from './pipeline-inputs.ts';
import { resolveTemplates, soleName } from './resolve-templates.ts';
import { resultElements, type StepResult } from './step-result.ts';
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
  /** What the pipeline gives so far: the newest list, or the text of a `format` step after it (M5). */
  output: StepResult | undefined;
}

export interface StepsEnv {
  readonly ports: EnginePorts;
  readonly cancel: Cancel;
  readonly regexes: RegexCache;
}

export function newProgress(): PipelineProgress {
  return { steps: [], results: new Map(), running: undefined, lastList: undefined, output: undefined };
}

/** Runs the steps in order and records each (M2). Rejects with what a step threw; stops silently when cancelled. */
export async function runSteps(
  memory: PersistentMemory,
  inputs: PipelineInputs,
  env: StepsEnv,
  progress: PipelineProgress,
): Promise<void> {
  const variables = withDefaults(memory, inputs.flat);
  for (const [index, step] of memory.retrieval.pipeline.entries()) {
    if (env.cancel.cancelled) return;
    const alias = stepAlias(step, index);
    progress.running = { step, alias, startedMs: env.ports.clock.monotonicMs() };
    const result = checkResult(
      await stepRunners[step.type](
        stepContext(memory, step, alias, { ...inputs, flat: variables }, env, progress),
      ),
    );
    // A store that ignores the cancel may answer long after the pipeline was given up.
    if (env.cancel.cancelled) return;
    record(progress, step, result, env.ports.clock.monotonicMs());
  }
}

function stepContext(
  memory: PersistentMemory,
  step: Step,
  alias: string,
  inputs: PipelineInputs,
  env: StepsEnv,
  progress: PipelineProgress,
) {
  const params = resolvedParams(step, name => readName(name, inputs, progress));
  const texts = [...progress.results.values()].filter(result => result.kind === 'text');
  return {
    memoryId: memory.id,
    alias,
    params,
    intent: inputs.intent,
    variables: inputs.flat,
    source: sourceOf(params, progress),
    resultOf: (name: string) => progress.results.get(name),
    lastText: texts.at(-1)?.text,
    ports: env.ports,
    cancel: env.cancel,
    regexes: env.regexes,
  };
}

/** Templates in every parameter (M3). A value that is one template and nothing else keeps the variable's type. */
function resolvedParams(step: Step, lookup: (name: string) => unknown): JsonObject {
  const specs = stepSpec(step.type).params;
  const entries = Object.entries(step.params ?? {}).map(([name, value]) => {
    const isValue = Object.hasOwn(specs, name) && specs[name]?.kind === 'value';
    const sole = isValue && typeof value === 'string' ? soleName(value) : undefined;
    return [name, sole === undefined ? resolveTemplates(value, lookup) : lookup(sole)] as const;
  });
  return Object.fromEntries(entries);
}

/** `${name}` comes from step results, then the intent, then the flat variables (M3). */
function readName(name: string, inputs: PipelineInputs, progress: PipelineProgress): unknown {
  const result = progress.results.get(name);
  if (result !== undefined) return result.kind === 'text' ? result.text : resultElements(result);
  return readIntent(inputs.intent, name) ?? readVariable(inputs.flat, name);
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
  if (result.kind !== 'text') progress.lastList = result;
  if (result.kind !== 'text' || step.type === 'format') progress.output = result;
  progress.steps.push({
    type: step.type,
    alias: running.alias,
    duration_ms: Math.max(0, nowMs - running.startedMs),
    count: result.kind === 'text' ? 1 : resultElements(result).length,
    result: result.kind,
  });
  progress.running = undefined;
}
