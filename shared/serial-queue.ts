/** Runs jobs one after the other, in the order of the calls; a job that fails does not stop the next. */
export type SerialQueue = <Result>(job: () => Promise<Result>) => Promise<Result>;

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return job => {
    const result = last.then(job);
    last = result.catch(() => undefined);
    return result;
  };
}
