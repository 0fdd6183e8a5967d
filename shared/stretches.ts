/** Gives a promise when it is time to let others run; it resolves once they have. */
export type Pause = () => Promise<void> | undefined;

/** Work that stops again and again, done without a stop. */
export function atOnce<Value>(work: Generator<void, Value>): Value {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Work that stops again and again, where others run in between when `pause` says so. */
export async function inStretches<Value>(work: Generator<void, Value>, pause: Pause): Promise<Value> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    const others = pause();
    if (others !== undefined) await others;
  }
}
