import { messageOf } from '../../../shared/contract/errors.ts';
import type { StepTrace } from '../../../shared/model/assembled-context.ts';
import type { Element } from '../../../shared/model/element.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import { impliedNames } from '../../../shared/pipeline/needed-names.ts';
import { placeSteps } from '../../../shared/pipeline/nested-steps.ts';
import { templateNames } from '../../../shared/pipeline/template-names.ts';
import { createCancelSource } from '../cancel.ts';
import type { Cancel, ClockPort, ContentScope, PipelineCache, RememberedRun } from '../ports.ts';
import { PipelineError } from './check-result.ts';
import type { StepRead } from './define-step.ts';
import { valueKey } from './element-value.ts';
import {
  missingVariables,
  nearGivenName,
  type PipelineInputs,
  readGiven,
  withDefaults,
} from './pipeline-inputs.ts';
import { newProgress, type PipelineProgress, runSteps, type StepsEnv } from './run-steps.ts';
import { resultElements, type StepResult } from './step-result.ts';
import { stepRuns } from './step-runs.ts';
import { hasVersion, versionedStores } from './versioned-stores.ts';

/** Why a pipeline gave nothing. */
export interface PipelineFailure {
  readonly code: string;
  readonly message: string;
}

/** What became of one pipeline. `elements` is empty unless it is `ok` or `cached`. */
export interface PipelineRun {
  readonly status: 'ok' | 'cached' | 'skipped' | 'failed';
  readonly elements: readonly Element[];
  readonly error?: PipelineFailure;
  /** Names it needed and nobody provided. */
  readonly missing: readonly string[];
  readonly steps: readonly StepTrace[];
  readonly results: ReadonlyMap<string, StepResult>;
}

interface PipelineEnv extends StepsEnv {
  readonly timeoutMs: number;
  /** What it means that `cancel` was triggered: the deadline, or the caller's wish. */
  readonly cancelMeaning: () => PipelineFailure;
}

/** Runs one memory's pipeline: never throws; a step that throws, and a pipeline that takes too long, is `failed`. */
export async function runPipeline(
  memory: PersistentMemory,
  inputs: PipelineInputs,
  env: PipelineEnv,
): Promise<PipelineRun> {
  const missing = missingVariables(memory, inputs);
  if (missing.length > 0) return skippedRun(missing, inputs);
  if (env.cancel.cancelled) return failedRun(newProgress(), env.cancelMeaning(), env.ports.clock);
  const progress = newProgress();
  let isCached = false;
  const failure = await untilDone(env, async cancel => {
    isCached = await runRememberedSteps(memory, inputs, { ...env, cancel }, progress);
  });
  if (failure !== undefined) return failedRun(progress, failure, env.ports.clock);
  return {
    status: isCached ? 'cached' : 'ok',
    elements: contributed(progress.output),
    missing: [],
    steps: progress.steps,
    results: progress.results,
  };
}

/** What the context gets. A text in which nothing stands, as that of an empty list, is nothing to contribute. */
function contributed(output: StepResult | undefined): readonly Element[] {
  if (output === undefined || (output.kind === 'text' && output.text === '')) return [];
  return resultElements(output);
}

/** Waits for the steps, the timeout or the cancel, whichever comes first; resolves to what went wrong. */
function untilDone(
  env: PipelineEnv,
  work: (cancel: Cancel) => Promise<void>,
): Promise<PipelineFailure | undefined> {
  const own = createCancelSource(env.cancel);
  return new Promise(resolve => {
    const stops: (() => void)[] = [own.trigger];
    const finish = (failure: PipelineFailure | undefined) => {
      // Resolving first makes the first reason count; whoever still works for this pipeline may stop then.
      resolve(failure);
      for (const stop of stops.splice(0)) stop();
    };
    const timeout = { code: 'timeout', message: `it took longer than ${env.timeoutMs} ms` };
    stops.push(env.ports.clock.after(env.timeoutMs, () => finish(timeout)));
    stops.push(env.cancel.onCancel(() => finish(env.cancelMeaning())));
    work(own.cancel).then(
      () => finish(undefined),
      (error: unknown) => finish(failureOf(error)),
    );
  });
}

function failureOf(error: unknown): PipelineFailure {
  const message = messageOf(error);
  return { code: error instanceof PipelineError ? error.code : 'step_failed', message };
}

function skippedRun(missing: readonly string[], inputs: PipelineInputs): PipelineRun {
  const names = missing.map(name => `"${name}"`).join(', ');
  const near = missing.flatMap(name => {
    const given = nearGivenName(inputs, name);
    return given === undefined ? [] : [`${given} for ${name}`];
  });
  const hint = near.length === 0 ? '' : `; it gives ${near.join(', ')}`;
  return {
    status: 'skipped',
    elements: [],
    error: { code: 'missing_variable', message: `it needs ${names}, which the request does not give${hint}` },
    missing,
    steps: [],
    results: new Map(),
  };
}

/** Copies what happened until now: a step that is still running must not write into the trace later. */
function failedRun(progress: PipelineProgress, error: PipelineFailure, clock: ClockPort): PipelineRun {
  return {
    status: 'failed',
    elements: [],
    error,
    missing: [],
    steps: [...progress.steps, ...runningStep(progress, error, clock)],
    results: new Map(progress.results),
  };
}

function runningStep({ running }: PipelineProgress, error: PipelineFailure, clock: ClockPort): StepTrace[] {
  if (running === undefined) return [];
  return [
    {
      type: running.step.type,
      alias: running.alias,
      duration_ms: Math.max(0, clock.monotonicMs() - running.startedMs),
      count: 0,
      result: 'none',
      error: error.message,
    },
  ];
}

/**
 * Runs the steps of a pipeline into `progress`, or takes over what they gave before when neither the definition, nor
 * what it reads of the request, nor the stores it read have changed since (`cached`). Only runs that went well are
 * remembered. Resolves to whether it was taken over.
 */
async function runRememberedSteps(
  memory: PersistentMemory,
  inputs: PipelineInputs,
  env: StepsEnv,
  progress: PipelineProgress,
): Promise<boolean> {
  const { pipelines, stores } = env.ports;
  const versionsOf = stores.contentVersions?.bind(stores);
  const key = pipelines && versionsOf && pipelineKey(memory, inputs);
  if (pipelines === undefined || versionsOf === undefined || key === undefined) {
    await runSteps(memory, inputs, env, progress);
    return false;
  }
  const known = await stillTrue(pipelines, key, versionsOf);
  if (known !== undefined) {
    if (!env.cancel.cancelled) takeOver(progress, known);
    return true;
  }
  const versioned = versionedStores(stores, versionsOf);
  const ports = { ...env.ports, stores: versioned.stores };
  await runSteps(memory, inputs, { ...env, ports }, progress);
  const { output, steps, results } = progress;
  // A note tells of more than was read by version, such as the names of all collections.
  const hasNote = steps.some(({ note }) => note !== undefined);
  if (!env.cancel.cancelled && !hasNote && versioned.areComplete())
    pipelines.set(key, { output, steps, results, versions: versioned.versions });
  return false;
}

async function stillTrue(
  pipelines: PipelineCache,
  key: string,
  versionsOf: (scopes: readonly ContentScope[]) => Promise<readonly string[]>,
): Promise<RememberedRun | undefined> {
  const known = pipelines.get(key);
  if (known === undefined || known.versions.size === 0) return known;
  const now = await versionsOf([...known.versions.keys()]);
  return [...known.versions.values()].every((version, index) => version === now[index]) ? known : undefined;
}

/** The steps took no time now. */
function takeOver(progress: PipelineProgress, known: RememberedRun): void {
  progress.steps.push(...known.steps.map(step => ({ ...step, duration_ms: 0 })));
  for (const [alias, result] of known.results) progress.results.set(alias, result);
  progress.output = known.output;
}

/** What of a request a memory's pipeline may read, found once for each definition. */
interface Reading {
  readonly definition: string;
  /** Names in its templates, those that stand in for absent parameters included. */
  readonly names: readonly string[];
  readonly intent: boolean;
  readonly allVariables: boolean;
  /** Any of these. */
  readonly isAsking: boolean;
}

// Definitions are kept as long as they do not change, and are never written onto.
const readings = new WeakMap<PersistentMemory, Reading | 'unremembered'>();

/**
 * One text per definition and everything it reads of a request, so that equal keys give equal results while the stores
 * stay as they are; undefined for pipelines whose result depends on more than that.
 */
function pipelineKey(memory: PersistentMemory, inputs: PipelineInputs): string | undefined {
  const reading = readings.get(memory) ?? readingOf(memory);
  readings.set(memory, reading);
  if (reading === 'unremembered') return undefined;
  const given = withDefaults(memory, inputs);
  const values = reading.names.map(name => valueKey(readGiven(given, name)));
  const { query, action, giver } = inputs.intent;
  return JSON.stringify([
    reading.definition,
    values,
    reading.intent ? [query, action] : [],
    reading.allVariables ? [...given.flat].map(([name, value]) => [name, valueKey(value)]) : [],
    // Texts made of what an agent gives are believed less, and a default is not what it gives.
    reading.isAsking && giver === 'agent' ? [giver, ...(given.defaults ?? [])] : [],
  ]);
}

function readingOf(memory: PersistentMemory): Reading | 'unremembered' {
  const { pipeline } = memory.retrieval;
  const steps = placeSteps(pipeline).map(({ step }) => step);
  const reads = new Set(
    steps.flatMap(({ type, params = {} }) => stepRuns[type].readsOf?.(params) ?? stepRuns[type].reads),
  );
  if (![...reads].every(read => inKey(read) || hasVersion(read))) return 'unremembered';
  const names = [
    ...new Set([...templateNames(pipeline), ...steps.flatMap(step => impliedNames(step, false))]),
  ];
  const [intent, allVariables] = [reads.has('intent'), reads.has('variables')];
  return {
    definition: JSON.stringify([memory.id, pipeline, memory.origin]),
    names,
    intent,
    allVariables,
    isAsking: names.length > 0 || intent || allVariables,
  };
}

/** What a request gives is part of the key. */
const inKey = (read: StepRead): read is 'intent' | 'variables' => read === 'intent' || read === 'variables';
