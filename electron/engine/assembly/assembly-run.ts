import type { StageName } from '../../../shared/model/assembled-context.ts';
import type { Warning } from '../../../shared/model/evaluation.ts';
import { redact } from '../redaction/redact.ts';
import type { AssemblyClock } from './assembly-clock.ts';

/** What one assembly collects on its way. */
export interface AssemblyRun {
  readonly clock: AssemblyClock;
  readonly warnings: Warning[];
  /** True as soon as something failed that should have contributed (M4, F16). */
  degraded: boolean;
}

/**
 * Runs a stage that must not stop the assembly (never block, F16): when it throws, the cause becomes a warning, the
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
  const cause = error instanceof Error ? error.message : String(error);
  run.degraded = true;
  run.warnings.push({ code, message: redact(`${what}: ${cause}`).text });
}
