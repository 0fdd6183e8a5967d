/** Longer than between two keys of somebody who types fast: the result of the one is not drawn as the next one comes. */
export const typingMs = 120;
/** After a press, and while a slider is drawn. */
export const pressMs = 40;
const mostMs = 400;

/**
 * How long there has to be a pause before the next assembly, after one that took `tookMs`. A long one, whose result also
 * takes long to draw, waits for a longer one than `leastMs`, so that it never stands between two keys.
 */
export function previewDelay(tookMs: number, leastMs: number): number {
  return Math.min(mostMs, Math.max(leastMs, 2 * tookMs));
}
