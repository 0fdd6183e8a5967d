/** The gap after a run, in times of what the run took, and how far it grows beyond the usual one. */
const timesTook = 4;
const timesUsual = 5;

/**
 * A task that runs at once and, however often it is asked for meanwhile, once more `gapMs` after it has ended; later
 * where it took long, up to five times that. So what is shown is never much older than the last asking, a flood of news
 * costs no more than a trickle, and whoever answers is left time for others.
 */
export function coalesce(run: () => Promise<void>, gapMs: number): () => void {
  const state = { isBusy: false, isAsked: false };
  const start = async (): Promise<void> => {
    state.isBusy = true;
    state.isAsked = false;
    const since = performance.now();
    try {
      await run();
    } finally {
      const takenMs = performance.now() - since;
      const restMs = Math.max(gapMs, Math.min(timesUsual * gapMs, timesTook * takenMs));
      setTimeout(() => {
        state.isBusy = false;
        if (state.isAsked) void start();
      }, restMs);
    }
  };
  return () => {
    state.isAsked = true;
    if (!state.isBusy) void start();
  };
}
