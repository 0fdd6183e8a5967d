import type { ClockPort } from '../ports.ts';

/** Waits for a promise, but no longer than so many milliseconds; rejects with `late` then: an error, or the message of one. */
export function within<Result>(
  promise: Promise<Result>,
  milliseconds: number,
  late: string | Error,
  clock: ClockPort,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = clock.after(milliseconds, () => reject(typeof late === 'string' ? new Error(late) : late));
    promise.then(resolve, reject).finally(stop);
  });
}
