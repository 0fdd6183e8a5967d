export interface Settling {
  /** Runs `take` once changes have settled; asked for again meanwhile, it still runs once. */
  readonly later: (take: () => void) => void;
  readonly forget: (take: () => void) => void;
}

/** Asked again at each change, where it differs from time to time. */
type Milliseconds = number | (() => number);

const inMs = (time: Milliseconds): number => (typeof time === 'number' ? time : time());

interface SettlingTimes {
  readonly pauseMs: Milliseconds;
  /** Changes that come without a pause, from an agent or another window, must not keep what is shown old for ever. */
  readonly mostMs: Milliseconds;
}

/**
 * Changes settle when none came for `pauseMs`, and at the latest `mostMs` after the first. All that waits then runs in
 * one go, by `runAll`.
 */
export function createSettling(
  { pauseMs, mostMs }: SettlingTimes,
  runAll: (run: () => void) => void = run => run(),
): Settling {
  const takers = new Set<() => void>();
  const state: { since: number; last: number; timer?: ReturnType<typeof setTimeout> | undefined } = {
    since: 0,
    last: 0,
  };
  // One timer that looks again, because many ask at every key, and a timer set anew for each takes its time.
  const look = () => {
    const now = performance.now();
    const restMs = Math.min(state.last + inMs(pauseMs), state.since + inMs(mostMs)) - now;
    if (restMs > 0) {
      state.timer = setTimeout(look, restMs);
      return;
    }
    state.timer = undefined;
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
      state.timer ??= setTimeout(look, inMs(pauseMs));
    },
    forget(take) {
      takers.delete(take);
      if (takers.size > 0) return;
      clearTimeout(state.timer);
      state.timer = undefined;
    },
  };
}
