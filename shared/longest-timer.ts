/** In milliseconds: of what is longer, timers make one. */
const longestTimerMs = 2 ** 31 - 1;

/** A time as timers take it: whole, not below 0, no longer than they can wait; undefined for what is no number. */
export const timerMs = (ms: unknown): number | undefined =>
  typeof ms !== 'number' || Number.isNaN(ms)
    ? undefined
    : Math.ceil(Math.max(0, Math.min(ms, longestTimerMs)));
