const saturation = 1.2;
const lengthWeight = 0.75;
/** What SQLite gives a word that stands in more than half of all chunks. */
const leastIdf = 1e-6;
/** Every chunk of the corpus has a title of one word. */
const titleWords = 1;

/**
 * bm25 of all chunks that have a word of the query, over the statistics of these chunks alone: the order a search in one
 * collection should give. An index over everything weighs a word by how rare it is elsewhere, which is another question.
 */
export function plainBm25(chunks: readonly string[], query: string): Map<string, number> {
  const asked = [...new Set(query.split(' '))];
  const texts = chunks.map(content => ({ content, words: content.split(' ') }));
  const average = texts.reduce((sum, { words }) => sum + words.length + titleWords, 0) / texts.length;
  const scores = new Map<string, number>();
  for (const word of asked) {
    const having = texts.filter(({ words }) => words.includes(word));
    const idf = Math.log((texts.length - having.length + 0.5) / (having.length + 0.5));
    for (const { content, words } of having) {
      const count = words.filter(other => other === word).length;
      const length = 1 - lengthWeight + (lengthWeight * (words.length + titleWords)) / average;
      const score = (Math.max(idf, leastIdf) * count * (saturation + 1)) / (count + saturation * length);
      scores.set(content, (scores.get(content) ?? 0) + score);
    }
  }
  return scores;
}
