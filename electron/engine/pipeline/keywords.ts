/** English words that say nothing about what is searched for. */
const stopWords: ReadonlySet<string> = new Set(
  (
    'a about above after again all also am an and any are as at be because been before being below between both but by ' +
    'can could did do does doing down during each few for from further get had has have having he her here hers him his how ' +
    'i if in into is it its itself just let like me more most my no nor not now of off on once only or other our ours out over own ' +
    'please same she should so some such than that the their theirs them then there these they this those through to too ' +
    'under until up us very was we were what when where which while who whom why will with would you your yours'
  ).split(' '),
);

/** The words of a query without stop words, lower-case, each once, in order (`keywords`). */
export function keywordsOf(query: string): string[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_'’-]*/gu) ?? [];
  const bare = words.map(word => word.replace(/(?:['’]s)?['’_-]*$/u, ''));
  return [...new Set(bare.filter(word => word !== '' && !stopWords.has(word)))];
}
