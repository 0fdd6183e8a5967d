const leastMs = 40;
const mostMs = 400;

/**
 * How long typing has to pause before the next assembly, after one that took `tookMs`. A short one follows every key.
 * A long one, whose result also takes long to draw, waits for a pause, so that it never stands between two keys.
 */
export function previewDelay(tookMs: number): number {
  return Math.min(mostMs, Math.max(leastMs, 2 * tookMs));
}
