import type { StageName, Trace } from '../../../shared/model/assembled-context.ts';
import type { ClockPort } from '../ports.ts';

/** Measures one assembly: milliseconds since it began, never negative (F15). */
export interface AssemblyClock {
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
