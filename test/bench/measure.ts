/** Calls a second of `run`, over at least `leastMs` and at least three calls. */
export async function callsPerSecond(run: (at: number) => unknown, leastMs: number): Promise<number> {
  const start = performance.now();
  let calls = 0;
  let elapsed = 0;
  while (elapsed < leastMs || calls < 3) {
    const result = run(calls % 1000);
    if (result instanceof Promise) await result;
    calls += 1;
    // The clock costs more than a fast call, so it is asked only now and then.
    if (calls < 64 || calls % 64 === 0) elapsed = performance.now() - start;
  }
  return (calls / (performance.now() - start)) * 1000;
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The value that a share (0..1) of the numbers does not exceed. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
