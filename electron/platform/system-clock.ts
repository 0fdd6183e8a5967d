/** The system's clocks as the engine wants them (durations never come from the wall clock). */
export const systemClock = {
  nowIso: () => new Date().toISOString(),
  monotonicMs: () => performance.now(),
  after(milliseconds: number, callback: () => void): () => void {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};
