import { compareBehaviour } from '../../shared/rules/behaviour/compare-behaviour.ts';
import { createRegexCache } from '../../shared/rules/evaluation/regex-cache.ts';
import { inStretches } from '../../shared/stretches.ts';
import type { ComparisonAnswer, ComparisonQuestion } from './protocol.ts';

/** A worker of its own: however long a proof takes, neither an outcome nor a finding waits for it. */
const regexes = createRegexCache(8192);
const latest = { number: 0 };

self.addEventListener('message', ({ data }: MessageEvent<ComparisonQuestion>) => {
  latest.number = data.number;
  void answer(data);
});

async function answer({ number, before, after, samples }: ComparisonQuestion): Promise<void> {
  const work = whileLatest(number, compareBehaviour(before, after, samples, { regexes }));
  const difference = await inStretches(work, hearingOthers());
  if (difference !== undefined) self.postMessage({ number, difference } satisfies ComparisonAnswer);
}

/** The work, given up as soon as something newer is asked. */
function* whileLatest<Value>(
  number: number,
  work: Generator<void, Value>,
): Generator<void, Value | undefined> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    yield;
    if (latest.number !== number) return undefined;
  }
}

const stretchMs = 12;

/** Lets messages in now and then. */
function hearingOthers(): () => Promise<void> | undefined {
  const state = { since: performance.now() };
  return () => {
    if (performance.now() - state.since < stretchMs) return undefined;
    return new Promise(resume => {
      setTimeout(() => {
        state.since = performance.now();
        resume();
      }, 0);
    });
  };
}
