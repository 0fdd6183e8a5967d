/** Runs jobs one after the other, in the order of the calls; a job that fails does not stop the next. */
export function createTurns(): <Result>(job: () => Promise<Result>) => Promise<Result> {
  const turn: { last: Promise<unknown> } = { last: Promise.resolve() };
  return job => {
    const result = turn.last.then(job);
    turn.last = result.catch(() => undefined);
    return result;
  };
}
