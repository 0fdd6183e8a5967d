import type { MemoryCall } from '../../../shared/model/assembled-context.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import type { Constraints, ContextRequest } from '../../../shared/model/request.ts';
import { checkMemory } from '../../../shared/model/validate-memory.ts';
import { intentOf } from '../pipeline/intent.ts';
import type { PipelineInputs } from '../pipeline/pipeline-inputs.ts';
import { type PipelineFailure, type PipelineRun, runPipeline } from '../pipeline/run-pipeline.ts';
import type { Cancel, EnginePorts } from '../ports.ts';
import { redact } from '../redaction/redact.ts';
import { buildLookup } from '../rules/build-lookup.ts';
import { flattenVariables } from '../rules/flatten-variables.ts';
import { createRegexCache } from '../rules/regex-cache.ts';
import type { ResolvedMemory } from './resolve-memories.ts';
import { type CallControl, type CallOutcome, runCalls } from './run-calls.ts';

/** A memory that was called, and what came of it. */
export interface CalledMemory {
  readonly memory: PersistentMemory;
  readonly outcome: CallOutcome;
  readonly call: MemoryCall;
}

export interface CallMemoriesEnv {
  readonly ports: EnginePorts;
  readonly cancel: Cancel;
  readonly elapsedMs: () => number;
}

/** Limits that a request does not set (M4). */
export const defaultLimits = { max_concurrency: 8, timeout_ms: 5_000, deadline_ms: 10_000 } as const;

/** What a request gives to pipelines (R2, M3). */
export function pipelineInputs(request: ContextRequest): PipelineInputs {
  return {
    intent: intentOf(request),
    lookup: buildLookup(request).variables,
    flat: flattenVariables(request).variables,
  };
}

/** Runs the pipelines of all resolved memories within the request's limits (A3, M4), in resolved order. */
export async function callMemories(
  memories: readonly ResolvedMemory[],
  request: ContextRequest,
  env: CallMemoriesEnv,
  onCall: (call: MemoryCall) => void,
): Promise<CalledMemory[]> {
  const limits: Constraints = request.constraints ?? {};
  const inputs = pipelineInputs(request);
  const regexes = createRegexCache();
  const timeoutMs = limits.timeout_ms ?? defaultLimits.timeout_ms;
  const calls = memories.flatMap(resolved =>
    resolved.memory === undefined ? [] : [{ memory: resolved.memory, requested_by: resolved.requested_by }],
  );
  const called: CalledMemory[] = [];
  await runCalls(
    calls,
    {
      maxConcurrency: limits.max_concurrency ?? defaultLimits.max_concurrency,
      deadlineMs: limits.deadline_ms ?? defaultLimits.deadline_ms,
    },
    { clock: env.ports.clock, cancel: env.cancel, elapsedMs: env.elapsedMs },
    ({ memory }, control) => runChecked(memory, inputs, { ...control, timeoutMs, regexes, ports: env.ports }),
    ({ memory, requested_by }, outcome, index) => {
      const call = memoryCall(memory, requested_by, outcome);
      called[index] = { memory, outcome, call };
      onCall(call);
    },
  );
  return called;
}

// Definitions are never written onto, so a sound one stays sound.
const sound = new WeakSet<PersistentMemory>();

function firstProblem(memory: PersistentMemory): Problem | undefined {
  if (sound.has(memory)) return undefined;
  const [problem] = checkMemory(memory);
  if (problem === undefined) sound.add(memory);
  return problem;
}

/** A definition that is broken (it may come from an overlay) fails its own call and nothing else. */
async function runChecked(
  memory: PersistentMemory,
  inputs: PipelineInputs,
  env: CallControl & Omit<Parameters<typeof runPipeline>[2], keyof CallControl>,
): Promise<PipelineRun> {
  const problem = firstProblem(memory);
  if (problem !== undefined)
    return failedRun({ code: 'invalid_memory', message: `${problem.path}: ${problem.message}` });
  try {
    return await runPipeline(memory, inputs, env);
  } catch (error) {
    // Not a step but the machinery around it, such as a clock that fails: never block (F16).
    return failedRun({ code: 'internal', message: error instanceof Error ? error.message : String(error) });
  }
}

function failedRun(error: PipelineFailure): PipelineRun {
  return { status: 'failed', elements: [], error, missing: [], steps: [], results: new Map() };
}

/** The trace of one call (A7). `kept` is known only at the end. Error texts may quote contents, so they are redacted. */
export function memoryCall(
  memory: PersistentMemory,
  requested_by: MemoryCall['requested_by'],
  { run, startedMs, durationMs }: CallOutcome,
): MemoryCall {
  return {
    memory_id: memory.id,
    requested_by,
    status: run.status,
    items: run.elements.length,
    kept: 0,
    started_ms: startedMs,
    duration_ms: durationMs,
    ...(run.error !== undefined && {
      error: { code: run.error.code, message: redact(run.error.message).text },
    }),
    format: formatOf(memory),
    steps: run.steps.map(step =>
      step.error === undefined ? step : { ...step, error: redact(step.error).text },
    ),
  };
}

/** A broken definition may lack it, and has no items to be formatted. */
function formatOf(memory: PersistentMemory): MemoryCall['format'] {
  const contribution: PersistentMemory['contribution'] | undefined = memory.contribution;
  return contribution?.format ?? 'prose';
}
