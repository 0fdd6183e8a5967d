/** A hundred megabytes of text. */
export const huge = () => 'x'.repeat(100 * 1024 * 1024);

/**
 * What may go wrong in a part, by name, as a function in its place; `killed` is how a dead thread looks to who
 * waits for it. What is huge depends on the part.
 */
export function injectedFaults<Part extends string>(
  hugeResults: Readonly<Record<Part, () => unknown>>,
): Readonly<Record<string, (part: Part) => unknown>> {
  return {
    throws: () => {
      throw new Error('broken');
    },
    rejects: () => Promise.reject(new Error('refused')),
    'never settles': () => new Promise(() => {}),
    '100 MB result': part => hugeResults[part](),
    'wrong type': () => 42,
    'process killed': async () => {
      await new Promise(resume => setTimeout(resume, 5));
      const code = 'ERR_WORKER_OUT_OF_MEMORY';
      throw Object.assign(new Error('the worker exited with code null'), { code });
    },
  };
}

/** What a part gives while it has a fault; where nobody awaits, a promise is only another wrong value. */
export function wrongResult<Result>(act: () => unknown): Result {
  const wrong = act();
  if (wrong instanceof Promise) wrong.catch(() => undefined);
  return wrong as Result; // a wrong result is the point
}
