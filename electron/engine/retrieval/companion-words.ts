import { stopWords } from '../../../shared/search/stop-words.ts';
import { embeddedText } from '../../../shared/search/turn.ts';
import { wordsOf } from '../../../shared/search/words-of.ts';

/** How many of the best chunks are read, and how many words are taken from them. */
export const companionChunks = 10;
const mostWords = 15;
const leastLength = 3;

/**
 * Words that several of the best chunks have and the query has not: what is asked about is often called something else
 * where it is told. Most frequent first, by the scores of the chunks that have them.
 */
export function companionWords(
  query: string,
  best: readonly { readonly content: string; readonly score: number }[],
): string[] {
  const asked = new Set(wordsOf(query));
  const weights = new Map<string, number>();
  for (const { content, score } of best)
    for (const word of new Set(wordsOf(embeddedText(content))))
      if (word.length >= leastLength && !asked.has(word) && !stopWords.has(word))
        weights.set(word, (weights.get(word) ?? 0) + score);
  return [...weights]
    .sort((left, right) => right[1] - left[1])
    .slice(0, mostWords)
    .map(([word]) => word);
}
