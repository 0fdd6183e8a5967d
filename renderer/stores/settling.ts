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
  const state = { since: 0, timer: undefined as ReturnType<typeof setTimeout> | undefined };
  const settle = () => {
    const settled = [...takers];
    takers.clear();
    runAll(() => {
      for (const take of settled) take();
    });
  };
  return {
    later(take) {
      const now = performance.now();
      if (takers.size === 0) state.since = now;
      takers.add(take);
      clearTimeout(state.timer);
      state.timer = setTimeout(settle, Math.max(0, Math.min(pauseMs, state.since + mostMs - now)));
    },
    forget: take => void takers.delete(take),
  };
}
