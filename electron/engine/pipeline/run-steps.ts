import type { StepTrace } from '../../../shared/model/assembled-context.ts';
import { memoryOrigin, trustOfOrigin } from '../../../shared/model/authority.ts';
import type { Element, ElementSource } from '../../../shared/model/element.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import type { PersistentMemory, Step } from '../../../shared/model/memory.ts';
import type { Branch } from '../../../shared/pipeline/branches.ts';
import { aliasIn, branchPrefix, branchSteps } from '../../../shared/pipeline/nested-steps.ts';
import { type StepType, stepKind, stepTypes } from '../../../shared/pipeline/step-kinds.ts';
import type { RegexCache } from '../../../shared/rules/evaluation/regex-cache.ts';
import type { Cancel, EnginePorts } from '../ports.ts';
import { checkResult } from './check-result.ts';
import type { RunningStep } from './define-step.ts';
import { namedLineage } from './named-lineage.ts';
import { type PipelineInputs, readGiven, withDefaults } from './pipeline-inputs.ts';
import { resolveTemplates, resolveText, soleName } from './resolve-templates.ts';
import { resultElements, type StepResult } from './step-result.ts';
import { stepRuns } from './step-runs.ts';
import { type Lineage, leastTrusted } from './trust.ts';

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
  lastTextSource: ElementSource | undefined;
  /** What the pipeline gives so far: the newest list, or the text of a `format` step after it. */
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
    lastTextSource: undefined,
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

/** Runs the steps in order and records each. Rejects with what a step threw; stops silently when cancelled. */
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
    const given = stepRuns[step.type].run(runningStep(running, step, alias));
    // Most steps read no store: what is there already needs no turn of its own.
    const result = checkResult(given instanceof Promise ? await given : given);
    // A store that ignores the cancel may answer long after the pipeline was given up.
    if (env.cancel.cancelled) return false;
    record(progress, step, result, env.ports.clock.monotonicMs());
    if (result.kind === 'boolean' && !(await runAnswer(running, step, alias, result))) return false;
  }
  return true;
}

/** What follows from the answer to a condition; resolves to whether the pipeline goes on. */
async function runAnswer(
  running: RunningPipeline,
  step: Step,
  alias: string,
  { value, isLast = false }: Extract<StepResult, { readonly kind: 'boolean' }>,
): Promise<boolean> {
  if (isLast) return false;
  const branch: Branch = value ? 'thenSteps' : 'elseSteps';
  return runList(running, branchSteps(step, branch), branchPrefix(alias, branch));
}

function runningStep(
  { memory, inputs, env, progress }: RunningPipeline,
  step: Step,
  alias: string,
): RunningStep {
  const { stores, clock, handlers } = env.ports;
  const lookup = (name: string) => readName(name, inputs, progress);
  const { params: written = {} } = step;
  const params = withImplied(step.type, resolvedParams(step, lookup), inputs);
  return {
    memoryId: memory.id,
    own: lineageOf(memory),
    namedIn: (param, at) => namedLineage(entryOf(written[param], at), inputs, progress.results),
    alias,
    params,
    intent: inputs.intent,
    variables: inputs.flat,
    lookup,
    source: sourceOf(params, progress),
    resultOf: (name: string) => progress.results.get(name),
    lastText: progress.lastText,
    lastTextSource: progress.lastTextSource,
    stores,
    clock,
    ...(handlers && { handlers }),
    cancel: env.cancel,
    regexes: env.regexes,
  };
}

/** What is said of texts that stand in the memory itself. */
function lineageOf(memory: PersistentMemory): Lineage {
  const origin = memoryOrigin(memory);
  return leastTrusted([{ source: { kind: 'static', trust: trustOfOrigin[origin], origin } }]);
}

/** One entry of a list, or all that a parameter says. */
const entryOf = (written: unknown, at: number | undefined): unknown =>
  at === undefined || !Array.isArray(written) ? written : written[at];

/** Templates in every parameter. A value that is one template and nothing else keeps the variable's type. */
function resolvedParams(step: Step, lookup: (name: string) => unknown): JsonObject {
  const { params = {} } = step;
  if (Object.values(params).every(isFinal)) return params;
  const specs = stepKind(step.type).params;
  const entries = Object.entries(params).map(([name, value]) => {
    const kind = Object.hasOwn(specs, name) ? specs[name]?.kind : undefined;
    // What the caller says must not become part of a condition's text, and branches are resolved when they run.
    if (kind === 'condition' || kind === 'steps') return [name, value] as const;
    const sole = kind === 'value' && typeof value === 'string' ? soleName(value) : undefined;
    return [name, sole === undefined ? resolveTemplates(value, lookup) : lookup(sole)] as const;
  });
  return Object.fromEntries(entries);
}

/** Parameters that a template stands in for where they are absent, by step type. */
const impliedTemplates = new Map(
  stepTypes.map(type => [
    type,
    Object.entries(stepKind(type).params).flatMap(([name, { fallback }]) =>
      typeof fallback === 'string' && fallback.includes('${') ? [[name, fallback] as const] : [],
    ),
  ]),
);

/** What a template stands in for, of what the request gives: a result of that name was not meant. */
function withImplied(type: StepType, params: JsonObject, inputs: PipelineInputs): JsonObject {
  let filled = params;
  for (const [name, fallback] of impliedTemplates.get(type) ?? [])
    if ((params[name] ?? '') === '')
      filled = { ...filled, [name]: resolveText(fallback, given => readGiven(inputs, given)) };
  return filled;
}

/** Nothing to resolve, and nothing that a step could write into: lists and objects are always copied. */
function isFinal(value: unknown): boolean {
  return typeof value === 'string' ? !value.includes('${') : typeof value !== 'object' || value === null;
}

/** `${name}` comes from step results, then from what the request gives. */
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
  if (result.kind === 'text') {
    progress.lastText = result.text;
    progress.lastTextSource = result.source;
  }
  if (isList || (result.kind === 'text' && result.isOutput === true)) progress.output = result;
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
