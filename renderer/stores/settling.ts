export interface Settling {
  /** Runs `take` once changes have settled; asked for again meanwhile, it still runs once. */
  readonly later: (take: () => void) => void;
  readonly forget: (take: () => void) => void;
}

/**
 * Changes settle when none came for `pauseMs`, and at the latest `mostMs` after the first. All that waits then runs in
 * one go, by `runAll`.
 */
export function createSettling(
  { pauseMs, mostMs }: { readonly pauseMs: number; readonly mostMs: number },
  runAll: (run: () => void) => void,
): Settling {
  const takers = new Set<() => void>();
  const state = { since: 0, last: 0, isWaiting: false };
  // One timer that looks again, because many ask at every key, and a timer set anew for each takes its time.
  const look = () => {
    const now = performance.now();
    const restMs = Math.min(state.last + pauseMs, state.since + mostMs) - now;
    if (restMs > 0) {
      setTimeout(look, restMs);
      return;
    }
    state.isWaiting = false;
    const settled = [...takers];
    takers.clear();
    runAll(() => {
      for (const take of settled) take();
    });
  };
  return {
    later(take) {
      state.last = performance.now();
      if (takers.size === 0) state.since = state.last;
      takers.add(take);
      if (state.isWaiting) return;
      state.isWaiting = true;
      setTimeout(look, pauseMs);
    },
    forget: take => void takers.delete(take),
  };
}
