import { createCancelSource } from '../cancel.ts';
import type { PipelineFailure, PipelineRun } from '../pipeline/run-pipeline.ts';
import type { Cancel, ClockPort } from '../ports.ts';

/** Limits of M4, in milliseconds and calls. */
export interface CallLimits {
  readonly maxConcurrency: number;
  readonly deadlineMs: number;
}

/** One call's outcome with its times, in milliseconds since the assembly began. */
export interface CallOutcome {
  readonly run: PipelineRun;
  readonly startedMs: number;
  readonly durationMs: number;
}

export interface CallsEnv {
  readonly clock: ClockPort;
  readonly cancel: Cancel;
  /** Milliseconds since the assembly began. */
  readonly elapsedMs: () => number;
}

/** What one call gets to run with. */
export interface CallControl {
  readonly cancel: Cancel;
  readonly cancelMeaning: () => PipelineFailure;
}

/**
 * Runs the calls concurrently, at most so many at once, in the given order (M4). Resolves when all are done, those that
 * the deadline stopped included; `onDone` hears each outcome in the order of completion. `run` never rejects.
 */
export async function runCalls<Call>(
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
