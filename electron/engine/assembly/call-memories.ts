import { messageOf } from '../../../shared/contract/errors.ts';
import type { MemoryCall } from '../../../shared/model/assembled-context.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import type { Constraints } from '../../../shared/model/request.ts';
import { checkMemory } from '../../../shared/model/validate-memory.ts';
import { redact } from '../../../shared/redaction/redact.ts';
import { createRegexCache } from '../../../shared/rules/evaluation/regex-cache.ts';
import { createCancelSource } from '../cancel.ts';
import type { PipelineInputs } from '../pipeline/pipeline-inputs.ts';
import { type PipelineFailure, type PipelineRun, runPipeline } from '../pipeline/run-pipeline.ts';
import type { Cancel, ClockPort, EnginePorts } from '../ports.ts';
import type { AskedRequest } from './asked-request.ts';
import type { ResolvedMemory } from './resolve-memories.ts';

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

/** Limits that a request does not set. */
export const defaultLimits = { max_concurrency: 8, timeout_ms: 5_000, deadline_ms: 10_000 } as const;

/** When the time of a request is over, in milliseconds from its beginning. */
export const deadlineOf = ({ deadline_ms = defaultLimits.deadline_ms }: Constraints = {}): number =>
  deadline_ms;

/** Runs the pipelines of all resolved memories within the request's limits, in resolved order. */
export async function callMemories(
  memories: readonly ResolvedMemory[],
  { request, inputs }: AskedRequest,
  env: CallMemoriesEnv,
  onCall: (call: MemoryCall) => void,
): Promise<CalledMemory[]> {
  const limits: Constraints = request.constraints ?? {};
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
      deadlineMs: deadlineOf(limits),
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
    // Not a step but the machinery around it, such as a clock that fails: never block.
    return failedRun({ code: 'internal', message: messageOf(error) });
  }
}

function failedRun(error: PipelineFailure): PipelineRun {
  return { status: 'failed', elements: [], error, missing: [], steps: [], results: new Map() };
}

/** The trace of one call. `kept` is known only at the end. Error texts may quote contents, so they are redacted. */
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

/** How many memories are called at once, and how long after the assembly began none is waited for. */
interface CallLimits {
  readonly maxConcurrency: number;
  readonly deadlineMs: number;
}

/** One call's outcome with its times, in milliseconds since the assembly began. */
interface CallOutcome {
  readonly run: PipelineRun;
  readonly startedMs: number;
  readonly durationMs: number;
}

interface CallsEnv {
  readonly clock: ClockPort;
  readonly cancel: Cancel;
  /** Milliseconds since the assembly began. */
  readonly elapsedMs: () => number;
}

/** What one call gets to run with. */
interface CallControl {
  readonly cancel: Cancel;
  readonly cancelMeaning: () => PipelineFailure;
}

/**
 * Runs the calls concurrently, at most so many at once, in the given order. Resolves when all are done, those that
 * the deadline stopped included; `onDone` hears each outcome in the order of completion. `run` never rejects.
 */
async function runCalls<Call>(
  calls: readonly Call[],
  limits: CallLimits,
  env: CallsEnv,
  run: (call: Call, control: CallControl) => Promise<PipelineRun>,
  onDone: (call: Call, outcome: CallOutcome, index: number) => void,
): Promise<void> {
  const deadline = createCancelSource(env.cancel);
  const stopDeadline = env.clock.after(Math.max(0, limits.deadlineMs - env.elapsedMs()), deadline.trigger);
  const control: CallControl = {
    cancel: deadline.cancel,
    cancelMeaning: () =>
      env.cancel.cancelled
        ? { code: 'cancelled', message: 'the caller stopped the assembly' }
        : { code: 'deadline', message: `it was not there after ${limits.deadlineMs} ms` },
  };
  const waiting = calls.entries();
  const work = async () => {
    // All workers draw from the one iterator, so that calls start in order.
    for (const [index, call] of waiting) {
      const startedMs = env.elapsedMs();
      const result = await run(call, control);
      const outcome = { run: result, startedMs, durationMs: Math.max(0, env.elapsedMs() - startedMs) };
      onDone(call, outcome, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limits.maxConcurrency, calls.length) }, work));
  stopDeadline();
  deadline.trigger();
}
