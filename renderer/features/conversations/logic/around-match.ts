/** Characters before the match, so that it is in sight in a narrow list, and of the whole. */
const before = 8;
const longest = 160;

/** A line of a message that begins shortly before the first word that was searched for, or else at its beginning. */
export function aroundMatch(text: string, search: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  const lower = line.toLowerCase();
  const words = search.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const [first = 0] = words
    .flatMap(word => {
      const at = lower.indexOf(stem(word));
      return at < 0 ? [] : [at];
    })
    .sort((one, other) => one - other);
  if (first <= before) return line.slice(0, longest);
  const start = line.lastIndexOf(' ', first - before) + 1;
  return `${start > 0 ? '… ' : ''}${line.slice(start, start + longest)}`;
}

/** Searches find other forms of a word too. */
const stem = (word: string): string => (word.length > 5 ? word.slice(0, -2) : word);
