import type { ClockPort } from '../ports.ts';

/** Waits for a promise, but no longer than so many milliseconds; rejects with `message` then. */
export function within<Result>(
  promise: Promise<Result>,
  milliseconds: number,
  message: string,
  clock: ClockPort,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = clock.after(milliseconds, () => reject(new Error(message)));
    promise.then(resolve, reject).finally(stop);
  });
}
