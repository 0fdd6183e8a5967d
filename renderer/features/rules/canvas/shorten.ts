/** The start of a text that would be longer than so many characters. A clip of each node costs more to draw than this. */
export function shortenEnd(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

/** The end of it, where that tells more. */
export function shortenStart(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `…${characters.slice(1 - most).join('')}`;
}

const smallest = 32;
const farSizes = [48, 44, 40, 36, smallest] as const;
const lineHeight = 1.1;

/** What a bold letter is wide, of its size; those of the East take the room of two. */
const letterWidth = 0.58;
const widthOf = (text: string): number =>
  [...text].length + (text.match(/[\u1100-\u11ff\u2e80-\uffef]/g)?.length ?? 0);

/** A text in the largest size in which a card has room for it without breaking words, cut where none is small enough. */
export function fillCard(text: string, width: number, height: number): { text: string; size: number } {
  const fits = (size: number, shown: string, breaks: boolean): boolean => {
    const letters = Math.floor(width / (size * letterWidth));
    const words = shown.split(/\s+/).map(widthOf);
    return (
      (breaks || words.every(word => word <= letters)) &&
      linesOf(words, letters) <= Math.max(1, Math.floor(height / (size * lineHeight)))
    );
  };
  const size = farSizes.find(candidate => fits(candidate, text, candidate === smallest));
  if (size !== undefined) return { text, size };
  let most = [...text].length - 1;
  while (most > 1 && !fits(smallest, shortenEnd(text, most), true)) most -= 1;
  return { text: shortenEnd(text, most), size: smallest };
}

/** Lines of so many letters that words of these widths take; a longer one is broken. */
function linesOf(words: readonly number[], letters: number): number {
  let [lines, used] = [1, 0];
  for (const word of words) {
    if (used > 0 && used + 1 + word > letters) [lines, used] = [lines + 1, 0];
    used += (used > 0 ? 1 : 0) + word;
    const broken = Math.ceil(used / letters) - 1;
    if (broken > 0) [lines, used] = [lines + broken, used - broken * letters];
  }
  return lines;
}
