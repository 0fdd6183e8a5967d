/** Longer than between two keys of somebody who types fast: the result of the one is not drawn as the next one comes. */
export const typingMs = 120;
/** After a press, and while a slider is drawn. */
export const pressMs = 40;
const longestMs = 400;

/**
 * How long there has to be a pause before the next assembly, after one that took `tookMs`. A long one, whose result also
 * takes long to draw, waits for a longer one than `leastMs`, so that it never stands between two keys.
 */
export function previewDelay(tookMs: number, leastMs: number): number {
  return Math.min(longestMs, Math.max(leastMs, 2 * tookMs));
}

/** Edits without a pause, which others may make as well, are shown after so long; what is pressed or drawn sooner than what is typed. */
export const mostDelay = (leastMs: number): number => (leastMs === typingMs ? 2400 : 800);

/**
 * Whether a result is worth being drawn when edits came that it does not know of: not while somebody types on and the
 * next one follows with the next pause, unless what is shown is too old by now.
 */
export const isWorthDrawing = (isTypedOn: boolean, sinceDrawnMs: number): boolean =>
  !isTypedOn || sinceDrawnMs > mostDelay(typingMs);
