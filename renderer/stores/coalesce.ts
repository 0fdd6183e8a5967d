/**
 * A task that runs at once and, however often it is asked for meanwhile, once more `gapMs` after it has ended. So what
 * is shown is never older than the last asking, and a flood of news costs no more than a trickle.
 */
export function coalesce(run: () => Promise<void>, gapMs: number): () => void {
  const state = { isBusy: false, isAsked: false };
  const start = async (): Promise<void> => {
    state.isBusy = true;
    state.isAsked = false;
    try {
      await run();
    } finally {
      setTimeout(() => {
        state.isBusy = false;
        if (state.isAsked) void start();
      }, gapMs);
    }
  };
  return () => {
    state.isAsked = true;
    if (!state.isBusy) void start();
  };
}
