/**
 * How well a text answers a query, or undefined when it does not. Every word of the query must be found:
 * best at the start of the text, then at the start of a word, then inside, then as the beginnings of words ("apd").
 */
export function scoreMatch(query: string, text: string): number | undefined {
  const haystack = text.toLowerCase();
  const scores = query
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '')
    .map(word => scoreWord(word, haystack));
  if (scores.some(score => score === undefined)) return undefined;
  const total = scores.reduce<number>((sum, score) => sum + (score ?? 0), 0);
  // Of two texts that answer alike the shorter one is meant.
  return total - haystack.length / 1000;
}

function scoreWord(word: string, text: string): number | undefined {
  const at = text.indexOf(word);
  if (at === 0) return 100;
  const parts = text.split(/[\s_.:/·-]+/);
  if (parts.some(part => part.startsWith(word))) return 80;
  if (at > 0) return 60;
  return isMadeOfBeginnings(word, parts) ? 20 : undefined;
}

/** "arpd" is found in "architecture-planning-docs": each part gives its first letters, none is taken out of order. */
function isMadeOfBeginnings(word: string, parts: readonly string[]): boolean {
  const left = parts.reduce((rest, part) => rest.slice(commonStart(rest, part)), word);
  return left === '';
}

function commonStart(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return length;
}
