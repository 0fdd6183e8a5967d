/** Longest stretch without a pause for the event loop. */
const stretchMs = 8;

/** Runs long work step by step, with pauses so that nothing else has to wait for it. */
export async function inSlices<Result>(work: Generator<unknown, Result>): Promise<Result> {
  for (let since = performance.now(); ; ) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (performance.now() - since < stretchMs) continue;
    await new Promise(resume => setImmediate(resume));
    since = performance.now();
  }
}
