import { messageOf } from '../../../shared/contract/errors.ts';
import type { StageName, Trace } from '../../../shared/model/assembled-context.ts';
import type { Warning } from '../../../shared/model/evaluation.ts';
import { redact } from '../../../shared/redaction/redact.ts';
import type { ClockPort } from '../ports.ts';

/** What one assembly collects on its way. */
export interface AssemblyRun {
  readonly clock: AssemblyClock;
  readonly warnings: Warning[];
  /** True as soon as something failed that should have contributed. */
  degraded: boolean;
}

/**
 * Runs a stage that must not stop the assembly (never block): when it throws, the cause becomes a warning, the
 * assembly is degraded, and `fallback` stands in for the result.
 */
export async function attemptStage<Result>(
  run: AssemblyRun,
  name: StageName,
  work: () => Promise<Result> | Result,
  fallback: () => Result,
): Promise<Result> {
  try {
    return await run.clock.stage(name, work);
  } catch (error) {
    warnDegraded(run, 'stage_failed', `stage "${name}" failed`, error);
    return fallback();
  }
}

/** Notes what failed; the text of an error may quote contents, so it is redacted. */
export function warnDegraded(run: AssemblyRun, code: string, what: string, error: unknown): void {
  const cause = messageOf(error);
  run.degraded = true;
  run.warnings.push({ code, message: redact(`${what}: ${cause}`).text });
}

/** Measures one assembly: milliseconds since it began, never negative. */
interface AssemblyClock {
  readonly elapsedMs: () => number;
  readonly stages: Trace['stages'];
  /** Runs one stage and writes its times down, also when it throws. */
  stage<Result>(name: StageName, work: () => Promise<Result> | Result): Promise<Result>;
}

export function startAssemblyClock(clock: ClockPort): AssemblyClock {
  const beganMs = clock.monotonicMs();
  const stages: Trace['stages'] = [];
  const elapsedMs = () => Math.max(0, clock.monotonicMs() - beganMs);
  return {
    elapsedMs,
    stages,
    async stage(name, work) {
      const startedMs = elapsedMs();
      try {
        return await work();
      } finally {
        stages.push({ name, started_ms: startedMs, duration_ms: Math.max(0, elapsedMs() - startedMs) });
      }
    },
  };
}
