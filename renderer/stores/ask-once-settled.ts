import { createSerialQueue } from '../../shared/serial-queue.ts';
import { createSettling, type Settling } from './settling.ts';

/** What asks may take of the time of who is asked: the more there is to look at, the less often. */
const mostShare = 0.1;

interface Question<Answer> {
  readonly pauseMs: number;
  readonly mostMs: number;
  /** Undefined where there is nothing to ask. */
  readonly ask: () => Promise<Answer | undefined>;
  /** Called with the answer to the last question alone. */
  readonly take: (answer: Answer) => void;
}

interface SettledQuestion {
  readonly later: () => void;
  /** What is asked, or is to be, is wanted no more. */
  readonly forget: () => void;
}

/** Asks what takes long once changes have settled, one question after the other; after a long answer the pause is as long. */
export function askOnceSettled<Answer>({ pauseMs, mostMs, ask, take }: Question<Answer>): SettledQuestion {
  const state = { number: 0, tookMs: 0 };
  const settling: Settling = createSettling({
    pauseMs: () => Math.max(pauseMs, state.tookMs),
    mostMs: () => Math.max(mostMs, state.tookMs / mostShare),
  });
  const oneAfterTheOther = createSerialQueue();
  const begin = () =>
    void oneAfterTheOther(async () => {
      state.number += 1;
      const { number } = state;
      const started = performance.now();
      const answer = await ask();
      state.tookMs = performance.now() - started;
      if (answer !== undefined && number === state.number) take(answer);
    });
  return {
    later: () => settling.later(begin),
    forget() {
      state.number += 1;
      settling.forget(begin);
    },
  };
}
