/** Longer than between two keys of somebody who types fast: the result of the one is not drawn as the next one comes. */
export const typingMs = 120;
/** After a press, and while a slider is drawn. */
export const pressMs = 40;
const longestMs = 400;

/** The last of so many assemblies. */
interface LastRun {
  readonly number: number;
  readonly tookMs: number;
}

/**
 * How long there has to be a pause before the next assembly. After a long one, whose result also takes long to draw, it
 * is longer than `leastMs`, so that it never stands between two keys. The first, which waits for all that is loaded with
 * it, says nothing about the next.
 */
export function previewDelay({ number, tookMs }: LastRun, leastMs: number): number {
  return Math.min(longestMs, Math.max(leastMs, number > 1 ? 2 * tookMs : 0));
}

/** Edits without a pause, which others may make as well, are shown after so long; what is pressed or drawn sooner than what is typed. */
export const mostDelay = (leastMs: number): number => (leastMs === typingMs ? 2400 : 800);

/**
 * Whether a result is worth being drawn when edits came that it does not know of: not while somebody types on and the
 * next one follows with the next pause, unless what is shown is too old by now.
 */
export const isWorthDrawing = (isTypedOn: boolean, sinceDrawnMs: number): boolean =>
  !isTypedOn || sinceDrawnMs > mostDelay(typingMs);
