import { textHead } from '../../../shared/text-head.ts';
import type { TextCounter } from './text-counter.ts';

/** Stands at the end of a message that was cut. */
export const cutMark = '... [truncated]';

/**
 * The longest beginning of a text, with the mark behind it, that takes at most `most` tokens; the text itself when it
 * fits, and nothing when not even the mark does. A pair of surrogates is never parted.
 */
export async function cutText(
  counter: TextCounter,
  text: string,
  most: number,
  mark: string = cutMark,
): Promise<string> {
  // No token is longer than what a quarter counts for but for rare runs; looking at more of a huge text is in vain.
  if (text.length <= most * 200 && (await counter.one(text)) <= most) return text;
  if ((await counter.one(mark)) > most) return '';
  let least = 0;
  let length = Math.min(text.length, most * (counter.estimator === 'chars4' ? 4 : 8));
  let best = '';
  // Halving: the count of a beginning grows with its length.
  for (let rounds = 0; rounds < 24 && least < length; rounds += 1) {
    const middle = rounds === 0 ? length : Math.ceil((least + length) / 2);
    const cut = textHead(text, middle) + mark;
    if ((await counter.one(cut)) <= most) {
      best = cut;
      least = middle;
    } else length = middle - 1;
  }
  return best === '' ? mark : best;
}
