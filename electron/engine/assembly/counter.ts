import type { Estimator } from '../../../shared/model/request.ts';
import type { EnginePorts } from '../ports.ts';
import { type AssemblyRun, warnDegraded } from './assembly-run.ts';
import { countTexts } from './count-items.ts';
import { within } from './within.ts';

/** Counts tokens for one assembly by the estimator its request asks for. */
export interface Counter {
  /** What counts are made with: `chars4` from the moment the exact tokenizer failed. */
  estimator: Estimator;
  /** Counts texts; rejects when the exact tokenizer fails, and the next call counts by `chars4`. */
  readonly count: (texts: readonly string[]) => Promise<readonly number[]>;
}

// An assembly may answer a little after its deadline (100 ms); half of that is for counting.
const graceMs = 50;

export function createCounter(
  run: AssemblyRun,
  ports: EnginePorts,
  estimator: Estimator,
  deadlineMs: number,
): Counter {
  const counter: Counter = {
    estimator,
    async count(texts) {
      if (counter.estimator === 'chars4') return countTexts(ports.tokens, 'chars4', texts);
      try {
        const leftMs = Math.max(graceMs, deadlineMs - run.clock.elapsedMs());
        const late = `it took longer than ${Math.round(leftMs)} ms`;
        return await within(countTexts(ports.tokens, counter.estimator, texts), leftMs, late, ports.clock);
      } catch (error) {
        warnDegraded(run, 'tokenizer_failed', `${counter.estimator} could not count, chars4 was used`, error);
        counter.estimator = 'chars4';
        throw error;
      }
    },
  };
  return counter;
}
