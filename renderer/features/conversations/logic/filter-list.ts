/** Of a list those that have every word of the search in one of their texts. */
export function filterList<Entry>(
  entries: readonly Entry[],
  search: string,
  texts: (entry: Entry) => readonly string[],
): readonly Entry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries;
  return entries.filter(entry => {
    const all = texts(entry).join('\n').toLowerCase();
    return words.every(word => all.includes(word));
  });
}

/** Those that the message now is about stand first; the rest keeps its order. */
export function foundFirst<Entry>(entries: readonly Entry[], isFound: (entry: Entry) => boolean): Entry[] {
  return [...entries.filter(isFound), ...entries.filter(entry => !isFound(entry))];
}
