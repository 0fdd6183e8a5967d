/** In milliseconds: of what is longer, timers make one. */
export const longestTimerMs = 2 ** 31 - 1;
